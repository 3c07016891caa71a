import AgateDiagnostics
import Foundation

extension ObjectiveCObject {
    /// Calls a closure for every change of a property, on the thread that makes the change, until the returned observation is released or
    /// invalidated.
    ///
    /// Properties are observable if they report their changes: those of layers and views, of players, and `@objc dynamic` ones of classes
    /// that `agate build` lowered. A key path must have a name, which `agate build` adds (``keyPathNamed(_:_:)``). Properties of layers
    /// have a name in any case.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let name = name(ofKeyPath: keyPath)
        if name == nil {
            Diagnostic.reportOnce(
                "kvo.key-path", key: "\(type(of: self)).\(keyPath)",
                "the observed key path of \(type(of: self)) has no name on Linux; the observer is not called. Name it with keyPathNamed(_:_:), or build with agate build"
            )
        }
        let observation = PathObservation(
            self, name ?? "", options,
            read: { object in (object as? Self).map { $0[keyPath: keyPath] } },
            handler: { object, change in
                guard let object = object as? Self else { return }
                changeHandler(
                    object,
                    NSKeyValueObservedChange(
                        kind: .setting, newValue: change.new.flatMap { bridgedCast($0, to: Value.self) },
                        oldValue: change.old.flatMap { bridgedCast($0, to: Value.self) }, indexes: nil, isPrior: change.isPrior
                    )
                )
            }
        )
        observation.start()
        return NSKeyValueObservation(observation)
    }

    /// Notifies an observer of every change of a key path, on the thread that makes the change. Neither the observer nor the object is
    /// retained. The observation ends when either is deallocated.
    /// - Parameter observer: a ``KeyValueObserver``. Otherwise a diagnostic is reported.
    public func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [], context: UnsafeMutableRawPointer?
    ) {
        guard observer is any KeyValueObserver else {
            return Diagnostic.reportOnce(
                "kvo.observer", key: "\(type(of: observer))",
                "\(type(of: observer)) observes \"\(keyPath)\" but is not a KeyValueObserver; it is not called"
            )
        }
        let call = ObserverCall(observer: observer, keyPath: keyPath, options: options, context: context)
        let observation = PathObservation(
            self, keyPath, options, read: { KeyValueAccess.value(of: $0, path: keyPath) }, handler: { call.make($0, $1) }
        )
        let address = UnsafeRawPointer(Unmanaged.passUnretained(observer).toOpaque())
        ObjectAttachments.of(self) { attachments in
            let observed = attachments.observed ?? ObservedObject(self)
            attachments.observed = observed
            observed.added.append(AddedObserver(observer: address, keyPath: keyPath, context: context, observation: observation))
        }
        observation.start()
    }

    /// Ends the latest observation of a key path by an observer. Reports a diagnostic if there is none (Apple's raises an exception).
    public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) { remove(observer, keyPath) { _ in true } }

    /// Ends the latest observation with that context.
    public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
        remove(observer, keyPath) { $0 == context }
    }

    private func remove(_ observer: NSObject, _ keyPath: String, where matches: (UnsafeMutableRawPointer?) -> Bool) {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(observer).toOpaque())
        let found =
            ObjectAttachments.existing(self) { attachments -> PathObservation? in
                guard let observed = attachments.observed else { return nil }
                guard
                    let index = observed.added.lastIndex(where: { $0.observer == address && $0.keyPath == keyPath && matches($0.context) })
                else { return nil }
                return observed.added.remove(at: index).observation
            } ?? nil
        guard let found else {
            return Diagnostic.report(
                "kvo.not-observed",
                "\(type(of: observer)) can't be removed as an observer of \"\(keyPath)\" of \(type(of: self)): it is not registered")
        }
        found.stop()
    }

    /// Reports an unhandled change. An override of the method reaches this implementation through `super`.
    public func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
    ) {
        Diagnostic.reportOnce(
            "kvo.unhandled", key: "\(type(of: self)).\(keyPath ?? "")",
            "\(type(of: self)) received a change of \"\(keyPath ?? "")\" that none of its classes handled"
        )
    }

    // MARK: Reporting changes

    /// Announces a change of a property. Each call must be followed by a call of ``didChangeValue(forKey:)``.
    public func willChangeValue(forKey key: String) {
        if KeyValueChanges.isAnyObserved { KeyValueChanges.will(self, key) }
    }

    /// Reports a change of a property.
    public func didChangeValue(forKey key: String) {
        if KeyValueChanges.isAnyObserved { KeyValueChanges.did(self, key) }
    }

    /// Announces a change of a property with its value, which is read only while there are observers. `@objc dynamic` is lowered to this
    /// call.
    public func willChangeValue<Value>(forKey key: String, _ value: @autoclosure () -> Value) {
        guard KeyValueChanges.isAnyObserved else { return }
        withoutActuallyEscaping(value) { value in KeyValueChanges.will(self, key) { value() } }
    }

    /// Reports a change of a property with its value.
    public func didChangeValue<Value>(forKey key: String, _ value: @autoclosure () -> Value) {
        guard KeyValueChanges.isAnyObserved else { return }
        withoutActuallyEscaping(value) { value in KeyValueChanges.did(self, key) { value() } }
    }

    /// Announces a change of a property, by its key path, which must have a name.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        if KeyValueChanges.isAnyObserved, let name = name(ofKeyPath: keyPath) { KeyValueChanges.will(self, name) }
    }

    /// Reports a change of a property, by its key path.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        if KeyValueChanges.isAnyObserved, let name = name(ofKeyPath: keyPath) { KeyValueChanges.did(self, name) }
    }

    /// The name of a key path: a given one, or one that the object has for the properties of its class.
    private func name(ofKeyPath keyPath: AnyKeyPath) -> String? {
        KeyPathNames.name(of: keyPath) ?? (self as? any KeyPathNaming)?.name(of: keyPath)
    }
}

/// An object that has the names of key paths of its own class.
package protocol KeyPathNaming: NSObject {
    func name(of keyPath: AnyKeyPath) -> String?
}

/// The call of an observer that was added by key path.
private struct ObserverCall {
    weak var observer: NSObject?
    let keyPath: String
    let options: NSKeyValueObservingOptions
    let context: UnsafeMutableRawPointer?

    func make(_ object: NSObject, _ change: PathObservation.Change) {
        guard let observer = observer as? any KeyValueObserver else { return }
        var dictionary: [NSKeyValueChangeKey: Any] = [.kindKey: NSKeyValueChange.setting.rawValue]
        // A nil value is an NSNull, as in all dictionaries of Objective-C.
        if options.contains(.old), !change.isInitial { dictionary[.oldKey] = change.old.flatMap(withoutOptional) ?? NSNull() }
        if options.contains(.new), !change.isPrior { dictionary[.newKey] = change.new.flatMap(withoutOptional) ?? NSNull() }
        if change.isPrior { dictionary[.notificationIsPriorKey] = true }
        observer.observeValue(forKeyPath: keyPath, of: object, change: dictionary, context: context)
    }
}
