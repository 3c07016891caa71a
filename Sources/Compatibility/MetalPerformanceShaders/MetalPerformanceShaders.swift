@_exported import Metal

/// Returns false, because there is no GPU that programs can use. See ``MTLCreateSystemDefaultDevice()``.
public func MPSSupportsMTLDevice(_ device: (any MTLDevice)?) -> Bool { false }

/// Sets pixels above a threshold to a maximum. It can't be created, because its initialiser needs a device.
public final class MPSImageThresholdBinary {
    public init(device: any MTLDevice, thresholdValue: Float, maximumValue: Float, linearGrayColorTransform: UnsafePointer<Float>?) {}

    public func encode(commandBuffer: any MTLCommandBuffer, sourceTexture: any MTLTexture, destinationTexture: any MTLTexture) {}
}
