import CoreGraphics
import Foundation
@_exported import Metal

/// What a kernel of a program's own reads. The textures are nil: there is no GPU that programs can use.
public protocol CIImageProcessorInput: AnyObject {
    /// The part of the picture that there is, in pixels.
    var region: CGRect { get }
    /// The pixels on the GPU; nil here.
    var metalTexture: (any MTLTexture)? { get }
}

/// What a kernel of a program's own writes; see ``CIImageProcessorInput``.
public protocol CIImageProcessorOutput: AnyObject {
    /// The part of the picture that is asked for, in pixels.
    var region: CGRect { get }
    /// Where the pixels go on the GPU; nil here.
    var metalTexture: (any MTLTexture)? { get }
    /// What the kernel writes its commands to; nil here.
    var metalCommandBuffer: (any MTLCommandBuffer)? { get }
}

/// A filter of a program's own. Agate runs none: ``apply(withExtent:inputs:arguments:)`` throws.
open class CIImageProcessorKernel: NSObject {
    /// Kernels can't run.
    public struct Unsupported: Error, CustomStringConvertible {
        public let description = "Core Image's own kernels can't run: no GPU is available to programs"
    }

    /// What a subclass overrides. Never called: throws ``Unsupported``.
    open class func process(with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput) throws
    {
        throw Unsupported()
    }

    /// A picture made by the kernel. Always throws ``Unsupported``.
    open class func apply(withExtent extent: CGRect, inputs: [CIImage]?, arguments: [String: Any]?) throws -> CIImage {
        throw Unsupported()
    }
}
