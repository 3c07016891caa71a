import UIKit

/// One property of a class of objects, with its default and another value that it keeps.
@MainActor struct PropertyRow<Object: AnyObject> {
    let name: String
    let set: @MainActor (Object) -> Void
    /// Sets the value that the property of another object has.
    let copy: @MainActor (Object, Object) -> Void
    let hasValue: @MainActor (Object) -> Bool
    let hasDefault: @MainActor (Object) -> Bool
    let areEqual: @MainActor (Object, Object) -> Bool
    let text: @MainActor (Object) -> String
}

extension PropertyRow {
    /// A row for a property of a subclass or of the class itself.
    static func row<Owner: AnyObject, Value: Equatable>(
        _ name: String, _ path: ReferenceWritableKeyPath<Owner, Value>, _ usual: Value, _ other: Value
    ) -> PropertyRow {
        func owner(_ object: Object) -> Owner { unsafeDowncast(object, to: Owner.self) }
        return PropertyRow(
            name: name,
            set: { owner($0)[keyPath: path] = other },
            copy: { owner($0)[keyPath: path] = owner($1)[keyPath: path] },
            hasValue: { owner($0)[keyPath: path] == other },
            hasDefault: { owner($0)[keyPath: path] == usual },
            areEqual: { owner($0)[keyPath: path] == owner($1)[keyPath: path] },
            text: { "\(owner($0)[keyPath: path])" })
    }
}

/// A class of objects with its rows.
@MainActor struct PropertyOwner<Object: AnyObject> {
    let name: String
    /// Returns an object as a program makes it.
    let fresh: @MainActor () -> Object
    /// Sets up an object so that its properties show.
    var prepare: @MainActor (Object) -> Void = { _ in }
    let rows: [PropertyRow<Object>]
    /// The names of rows that change no picture.
    var silent: Set<String> = []
    /// The names of rows that follow another: "name" to those that setting it changes.
    var linked: [String: Set<String>] = [:]
}

/// Builds the rows of one class.
@MainActor struct PropertyRows<Object: AnyObject, Owner: AnyObject> {
    private(set) var rows: [PropertyRow<Object>] = []
    private(set) var silent: Set<String> = []

    /// Adds a property that changes the picture of a prepared view.
    mutating func shows<Value: Equatable>(
        _ name: String, _ path: ReferenceWritableKeyPath<Owner, Value>, _ usual: Value, _ other: Value
    ) {
        rows.append(.row(name, path, usual, other))
    }

    /// Adds a property that changes no picture of a prepared view.
    mutating func keeps<Value: Equatable>(
        _ name: String, _ path: ReferenceWritableKeyPath<Owner, Value>, _ usual: Value, _ other: Value
    ) {
        rows.append(.row(name, path, usual, other))
        silent.insert(name)
    }
}

extension PropertyOwner {
    init<Owner: AnyObject>(
        _ name: String, _ fresh: @escaping @MainActor () -> Owner, prepare: @escaping @MainActor (Owner) -> Void = { _ in },
        linked: [String: Set<String>] = [:], _ add: (inout PropertyRows<Object, Owner>) -> Void
    ) {
        var list = PropertyRows<Object, Owner>()
        add(&list)
        self.init(
            name: name, fresh: { unsafeDowncast(fresh(), to: Object.self) },
            prepare: { prepare(unsafeDowncast($0, to: Owner.self)) }, rows: list.rows, silent: list.silent, linked: linked)
    }
}
