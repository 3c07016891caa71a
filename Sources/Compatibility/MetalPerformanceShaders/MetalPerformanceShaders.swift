@_exported import Metal

/// False: there is no GPU that programs can use. See ``MTLCreateSystemDefaultDevice()``.
public func MPSSupportsMTLDevice(_ device: (any MTLDevice)?) -> Bool { false }

/// Makes pixels above a threshold bright. It is made with a device, of which there is none, so nothing can call it.
public final class MPSImageThresholdBinary {
    public init(device: any MTLDevice, thresholdValue: Float, maximumValue: Float, linearGrayColorTransform: UnsafePointer<Float>?) {}

    public func encode(commandBuffer: any MTLCommandBuffer, sourceTexture: any MTLTexture, destinationTexture: any MTLTexture) {}
}
