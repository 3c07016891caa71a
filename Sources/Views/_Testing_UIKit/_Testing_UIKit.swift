// The toolchain brings an overlay of this name; see _Testing_CoreGraphics.
@_exported import UIKit
