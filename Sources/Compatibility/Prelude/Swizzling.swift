import AgateDiagnostics
import Foundation

/// A method of a class. There are none to be had on Linux.
public typealias Method = OpaquePointer
/// What a method calls.
public typealias IMP = OpaquePointer

/// Swift classes on Linux have no methods that could be exchanged at run time: asking for one gives nil, and one diagnostic says so.
private func noMethods(_ name: String, _ type: AnyClass?, _ selector: Selector?) {
    Diagnostic.reportOnce(
        "runtime.swizzling", key: "\(type.map { "\($0)" } ?? "nil").\(selector.map { "\($0)" } ?? "nil")",
        "\(name) of \(type.map { "\($0)" } ?? "nil") was called with \"\(selector.map { "\($0)" } ?? "nil")\": methods can't be looked up or exchanged at run time on Linux; nothing changes"
    )
}

/// Nil, with a diagnostic.
public func class_getInstanceMethod(_ cls: AnyClass?, _ name: Selector) -> Method? {
    noMethods("class_getInstanceMethod", cls, name)
    return nil
}

/// Nil, with a diagnostic.
public func class_getClassMethod(_ cls: AnyClass?, _ name: Selector) -> Method? {
    noMethods("class_getClassMethod", cls, name)
    return nil
}

/// False, with a diagnostic.
@discardableResult
public func class_addMethod(_ cls: AnyClass?, _ name: Selector, _ imp: IMP, _ types: UnsafePointer<CChar>?) -> Bool {
    noMethods("class_addMethod", cls, name)
    return false
}

/// Nil, with a diagnostic.
@discardableResult
public func class_replaceMethod(_ cls: AnyClass?, _ name: Selector, _ imp: IMP, _ types: UnsafePointer<CChar>?) -> IMP? {
    noMethods("class_replaceMethod", cls, name)
    return nil
}

/// Nothing to exchange: there are no methods to give to it.
public func method_exchangeImplementations(_ m1: Method, _ m2: Method) { noMethods("method_exchangeImplementations", nil, nil) }
/// The method as it is, with a diagnostic.
public func method_getImplementation(_ m: Method) -> IMP { m }
/// Nil.
public func method_getTypeEncoding(_ m: Method) -> UnsafePointer<CChar>? { nil }
/// The implementation itself, with a diagnostic.
@discardableResult
public func method_setImplementation(_ m: Method, _ imp: IMP) -> IMP {
    noMethods("method_setImplementation", nil, nil)
    return imp
}

/// A pointer that nothing can call, with a diagnostic.
public func imp_implementationWithBlock(_ block: Any) -> IMP {
    noMethods("imp_implementationWithBlock", nil, nil)
    return OpaquePointer(bitPattern: 1)!
}

/// The superclass of a class.
public func class_getSuperclass(_ cls: AnyClass?) -> AnyClass? { cls.flatMap { _getSuperclass($0) } }
/// The class of an object.
public func object_getClass(_ obj: Any?) -> AnyClass? { obj.map { type(of: $0 as AnyObject) } }
/// Whether objects of a class have a method of that name, as far as anybody said.
public func class_respondsToSelector(_ cls: AnyClass?, _ sel: Selector) -> Bool {
    (cls as? NSObject.Type)?.instancesRespond(to: sel) ?? false
}
