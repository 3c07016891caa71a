// As on Apple's systems, `import QuartzCore` brings Foundation and CoreGraphics with it, and CATransform3D, which the engine below shares.
@_exported import CoreGraphics
@_exported import Foundation
@_exported import RenderTree
