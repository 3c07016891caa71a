// As on Apple's systems, `import CoreGraphics` brings Foundation and Core Foundation's names with it.
@_exported import Foundation
@_exported import ObjectiveCRuntime
