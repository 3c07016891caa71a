import ObjectiveCRuntime

// The type identifiers that `CFGetTypeID` returns for objects of these classes.

extension CGColor {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGColor.self) }
}
extension CGColorSpace {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGColorSpace.self) }
}
extension CGContext {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGContext.self) }
}
extension CGDataConsumer {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGDataConsumer.self) }
}
extension CGDataProvider {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGDataProvider.self) }
}
extension CGFunction {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGFunction.self) }
}
extension CGGradient {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGGradient.self) }
}
extension CGImage {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGImage.self) }
}
extension CGLayer {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGLayer.self) }
}
extension CGPath {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGPath.self) }
}
extension CGPattern {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGPattern.self) }
}
extension CGShading {
    /// The type identifier of the class.
    public static var typeID: CFTypeID { ObjectiveCRuntime.typeID(of: CGShading.self) }
}
