// As on Apple's systems, `import QuartzCore` brings Foundation and CoreGraphics with it, CATransform3D, which the engine below shares, and
// what the Objective-C runtime gives all objects: selectors, associated objects, observers.
@_exported import CoreGraphics
@_exported import Foundation
@_exported import ObjectiveCRuntime
@_exported import RenderTree
