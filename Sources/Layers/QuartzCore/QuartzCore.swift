// As on Apple's systems, `import QuartzCore` also imports Foundation and CoreGraphics, CATransform3D (which the engine below shares), and
// the features that the Objective-C runtime gives all objects: selectors, associated objects, observers.
@_exported import CoreGraphics
@_exported import Foundation
@_exported import ObjectiveCRuntime
@_exported import RenderTree
