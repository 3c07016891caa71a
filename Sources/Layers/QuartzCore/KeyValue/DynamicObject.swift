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
        guard let offset = slot else {
            Diagnostic.reportOnce(
                "class.unavailable", key: "\(type)", "an instance of class \(type) can't be created from its metatype in this build")
            return nil
        }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let initializer = metadata.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
        guard let made = agate_call_swift_plain_initializer(initializer, metadata) else { return nil }
        return Unmanaged<Object>.fromOpaque(made).takeRetainedValue()
    }

    package static let initializerOffset: Int? = {
        guard let descriptor = agate_object_initializer_descriptor() else { return nil }
        let offset = agate_vtable_offset(unsafeBitCast(NSObject.self, to: UnsafeRawPointer.self), descriptor)
        return offset > 0 ? Int(offset) : nil
    }()
}
