// As on Apple's systems, `import CoreGraphics` also imports Foundation and Core Foundation's names.
@_exported import Foundation
@_exported import ObjectiveCRuntime
