import AgateDiagnostics
import CRuntimeHooks
import CoreGraphics
import Foundation

/// The creation of objects whose class is only known at run time, such as a view's `layerClass` or an application's delegate.
package enum DynamicObject {
    /// Creates an object with the `init()` of its class. It is not `required`, so it is called through the class's vtable, as
    /// `init(layer:)` is for copies of layers. Returns nil, with a diagnostic, if this build uses another class layout. A class without an
    /// `init()` stops the program with "Use of unimplemented initializer".
    package static func make<Object: NSObject>(_ type: Object.Type) -> Object? { make(type, slot: initializerOffset) }

    /// - Parameter slot: the offset of the initialiser in the class's metadata, in bytes; nil if this build uses another class layout.
    package static func make<Object: NSObject>(_ type: Object.Type, slot: Int?) -> Object? {
        make(type, slot) { agate_call_swift_plain_initializer($0, $1) }
    }

    /// Creates an object with the `init(type:)` of its class, in the same way.
    static func make<Object: NSObject>(_ type: Object.Type, named name: String, slot: Int?) -> Object? {
        make(type, slot) { initializer, metadata in
            // The callee owns its argument.
            let argument = UnsafeMutablePointer<String>.allocate(capacity: 1)
            argument.initialize(to: name)
            defer { argument.deallocate() }
            return agate_call_swift_string_initializer(initializer, argument, metadata)
        }
    }

    private static func make<Object: NSObject>(
        _ type: Object.Type, _ slot: Int?,
        _ call: (_ initializer: UnsafeRawPointer, _ metadata: UnsafeRawPointer) -> UnsafeMutableRawPointer?
    ) -> Object? {
        guard let offset = slot else {
            Diagnostic.reportOnce(
                "class.unavailable", key: "\(type)", "an instance of class \(type) can't be created from its metatype in this build")
            return nil
        }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let initializer = metadata.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
        return call(initializer, metadata).map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
    }

    package static let initializerOffset = offset(in: NSObject.self, agate_object_initializer_descriptor())

    /// Returns the offset of an initialiser in the metadata of a class and its subclasses; nil if this build uses another class layout.
    static func offset(in type: AnyClass, _ descriptor: UnsafeRawPointer?) -> Int? {
        guard let descriptor else { return nil }
        let offset = agate_vtable_offset(unsafeBitCast(type, to: UnsafeRawPointer.self), descriptor)
        return offset > 0 ? Int(offset) : nil
    }
}
