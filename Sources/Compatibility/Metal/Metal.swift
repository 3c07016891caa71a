/// A GPU that programs can use. Agate draws with the CPU: there is no such device, and no type conforms.
public protocol MTLDevice: AnyObject {}

/// Commands for a GPU; see ``MTLDevice``.
public protocol MTLCommandBuffer: AnyObject {}

/// A picture in a GPU's memory; see ``MTLDevice``.
public protocol MTLTexture: AnyObject {}

/// Returns nil, as on Apple's platforms without a GPU: programs then use their fallback without Metal.
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { nil }
