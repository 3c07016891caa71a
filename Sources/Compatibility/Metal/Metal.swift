/// A GPU that programs can use. Agate draws with the CPU: there is none, and nothing conforms.
public protocol MTLDevice: AnyObject {}

/// Commands for a GPU; see ``MTLDevice``.
public protocol MTLCommandBuffer: AnyObject {}

/// A picture in a GPU's memory; see ``MTLDevice``.
public protocol MTLTexture: AnyObject {}

/// Nil, as on Apple's platforms where there is no GPU: programs then take their way without Metal.
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { nil }
