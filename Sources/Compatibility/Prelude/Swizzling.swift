import AgateDiagnostics
import Foundation

/// A method of a class. There are none on Linux.
public typealias Method = OpaquePointer
/// The implementation of a method.
public typealias IMP = OpaquePointer

/// Reports that Swift classes on Linux have no methods that could be looked up or exchanged at run time, in one diagnostic for each
/// function, class and selector.
private func noMethods(_ name: String, _ type: AnyClass?, _ selector: Selector?) {
    Diagnostic.reportOnce(
        "runtime.swizzling", key: "\(type.map { "\($0)" } ?? "nil").\(selector.map { "\($0)" } ?? "nil")",
        "\(name) of \(type.map { "\($0)" } ?? "nil") was called with \"\(selector.map { "\($0)" } ?? "nil")\": methods can't be looked up or exchanged at run time on Linux; nothing changes"
    )
}

/// Returns nil, with a diagnostic.
public func class_getInstanceMethod(_ cls: AnyClass?, _ name: Selector) -> Method? {
    noMethods("class_getInstanceMethod", cls, name)
    return nil
}

/// Returns nil, with a diagnostic.
public func class_getClassMethod(_ cls: AnyClass?, _ name: Selector) -> Method? {
    noMethods("class_getClassMethod", cls, name)
    return nil
}

/// Returns false, with a diagnostic.
@discardableResult
public func class_addMethod(_ cls: AnyClass?, _ name: Selector, _ imp: IMP, _ types: UnsafePointer<CChar>?) -> Bool {
    noMethods("class_addMethod", cls, name)
    return false
}

/// Returns nil, with a diagnostic.
@discardableResult
public func class_replaceMethod(_ cls: AnyClass?, _ name: Selector, _ imp: IMP, _ types: UnsafePointer<CChar>?) -> IMP? {
    noMethods("class_replaceMethod", cls, name)
    return nil
}

/// Returns nil, with a diagnostic.
public func class_getMethodImplementation(_ cls: AnyClass?, _ name: Selector) -> IMP? {
    noMethods("class_getMethodImplementation", cls, name)
    return nil
}

/// Returns nil, with a diagnostic: the methods of a class can't be listed.
public func class_copyMethodList(_ cls: AnyClass?, _ outCount: UnsafeMutablePointer<UInt32>?) -> UnsafeMutablePointer<Method>? {
    noMethods("class_copyMethodList", cls, nil)
    outCount?.pointee = 0
    return nil
}

/// Returns the name of a class, without its module.
public func class_getName(_ cls: AnyClass?) -> UnsafePointer<CChar> { names.name(of: cls) }
/// Returns the name of an object's class, without its module.
public func object_getClassName(_ obj: Any?) -> UnsafePointer<CChar> { names.name(of: object_getClass(obj)) }
/// Returns the name of a selector.
public func sel_getName(_ sel: Selector) -> UnsafePointer<CChar> { names.text("\(sel)") }
/// Returns the selector of a name.
public func sel_registerName(_ str: UnsafePointer<CChar>) -> Selector { Selector(String(cString: str)) }
/// Returns whether two selectors are equal.
public func sel_isEqual(_ lhs: Selector, _ rhs: Selector) -> Bool { "\(lhs)" == "\(rhs)" }

/// Names as strings of C, which live as long as the program, as those of Apple's runtime do.
private final class CNames: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [String: UnsafePointer<CChar>] = [:]

    func name(of type: AnyClass?) -> UnsafePointer<CChar> { text(type.map { "\($0)" } ?? "nil") }

    func text(_ text: String) -> UnsafePointer<CChar> {
        lock.withLock {
            if let old = known[text] { return old }
            let made = UnsafePointer<CChar>(strdup(text)!)
            known[text] = made
            return made
        }
    }
}
private let names = CNames()

/// Has no effect, with a diagnostic, because there are no methods.
public func method_exchangeImplementations(_ m1: Method, _ m2: Method) { noMethods("method_exchangeImplementations", nil, nil) }
/// Returns the method itself.
public func method_getImplementation(_ m: Method) -> IMP { m }
/// Returns nil.
public func method_getTypeEncoding(_ m: Method) -> UnsafePointer<CChar>? { nil }
/// Returns the implementation itself, with a diagnostic.
@discardableResult
public func method_setImplementation(_ m: Method, _ imp: IMP) -> IMP {
    noMethods("method_setImplementation", nil, nil)
    return imp
}

/// Returns a pointer that can't be called, with a diagnostic.
public func imp_implementationWithBlock(_ block: Any) -> IMP {
    noMethods("imp_implementationWithBlock", nil, nil)
    return OpaquePointer(bitPattern: 1)!
}

/// Returns the superclass of a class.
public func class_getSuperclass(_ cls: AnyClass?) -> AnyClass? { cls.flatMap { _getSuperclass($0) } }
/// Returns the class of an object.
public func object_getClass(_ obj: Any?) -> AnyClass? { obj.map { type(of: $0 as AnyObject) } }
/// Returns true if objects of a class have a method of that name, as far as it is registered.
public func class_respondsToSelector(_ cls: AnyClass?, _ sel: Selector) -> Bool {
    (cls as? NSObject.Type)?.instancesRespond(to: sel) ?? false
}
