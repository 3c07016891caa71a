import CoreGraphics
import Foundation
@_exported import Metal

/// The input of a custom kernel. The textures are nil, because there is no GPU that programs can use.
public protocol CIImageProcessorInput: AnyObject {
    /// The available part of the picture, in pixels.
    var region: CGRect { get }
    /// The pixels on the GPU; nil here.
    var metalTexture: (any MTLTexture)? { get }
}

/// The output of a custom kernel; see ``CIImageProcessorInput``.
public protocol CIImageProcessorOutput: AnyObject {
    /// The requested part of the picture, in pixels.
    var region: CGRect { get }
    /// The destination of the pixels on the GPU; nil here.
    var metalTexture: (any MTLTexture)? { get }
    /// The buffer for the kernel's commands; nil here.
    var metalCommandBuffer: (any MTLCommandBuffer)? { get }
}

/// A custom filter. Agate runs none: ``apply(withExtent:inputs:arguments:)`` throws.
open class CIImageProcessorKernel: NSObject {
    /// The error that kernels can't run.
    public struct Unsupported: Error, CustomStringConvertible {
        public let description = "Core Image's own kernels can't run: no GPU is available to programs"
    }

    /// Overridden by subclasses. Never called: throws ``Unsupported``.
    open class func process(with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput) throws
    {
        throw Unsupported()
    }

    /// Returns the result of the kernel. Always throws ``Unsupported``.
    open class func apply(withExtent extent: CGRect, inputs: [CIImage]?, arguments: [String: Any]?) throws -> CIImage {
        throw Unsupported()
    }
}
