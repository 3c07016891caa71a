import QuartzCore

/// A container that can limit the scope of an appearance to the objects in it.
@preconcurrency @MainActor public protocol UIAppearanceContainer: NSObjectProtocol {}

/// The appearance of all objects of a class.
@preconcurrency @MainActor public protocol UIAppearance: NSObjectProtocol {
    /// Returns the proxy whose properties apply to objects of the class. An object takes over a property when it enters a window, unless it
    /// has a value of its own.
    static func appearance() -> Self
    /// Returns the proxy for objects that are contained in instances of the classes, the innermost class first.
    static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self
    /// Returns the same proxy as `appearance()`, because traits aren't distinguished.
    static func appearance(for trait: UITraitCollection) -> Self
}

/// Colors, fonts, images and titles of UIKit classes are supported (see ``AppearanceProperty``). A property counts as set on an object if
/// its value differs from that of a new object. Properties that an application's subclass adds aren't supported.
extension UIView: UIAppearance, UIAppearanceContainer {
    /// Returns the proxy whose properties apply to all views of this class. A view takes them over when it enters a window, unless it has a
    /// value of its own. Later changes of the proxy don't affect views that are already in a window.
    /// - Precondition: The class can be created with `init()`.
    public class func appearance() -> Self { Appearances.proxy(of: self, in: []) }
    /// Returns the proxy for views that are contained in instances of the classes, the innermost class first. Views and view controllers
    /// count as containers.
    public class func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self {
        Appearances.proxy(of: self, in: containerTypes.map { $0 as AnyClass })
    }
    /// Returns the same proxy as `appearance()`, because traits aren't distinguished.
    public class func appearance(for trait: UITraitCollection) -> Self { appearance() }
    /// Returns the same proxy as `appearance(whenContainedInInstancesOf:)`, because traits aren't distinguished.
    public class func appearance(for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type])
        -> Self
    {
        appearance(whenContainedInInstancesOf: containerTypes)
    }
}

extension UIBarItem: UIAppearance {
    /// Returns the proxy whose properties apply to all items of this class: the title attributes, and the tint color of buttons.
    public class func appearance() -> Self { Appearances.proxy(of: self, in: []) }
    /// Returns the same proxy as `appearance()`, because containers of bar items aren't distinguished.
    public class func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self { appearance() }
    /// Returns the same proxy as `appearance()`, because traits aren't distinguished.
    public class func appearance(for trait: UITraitCollection) -> Self { appearance() }

    /// Returns the title attributes that were set for the class in a state.
    final func commonAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        Appearances.found(for: self).lazy.compactMap { ($0.proxy as? UIBarItem)?.attributes[state.rawValue] }.last
    }
}

extension UIViewController: UIAppearanceContainer {}

/// The appearances that were requested.
@MainActor enum Appearances {
    struct Look {
        let type: NSObject.Type
        let containers: [AnyClass]
        /// The proxy whose properties clients set, and an unmodified object for comparison.
        let proxy: NSObject, pristine: NSObject
    }

    private static var looks: [Look] = []

    /// True if no appearance was requested.
    static var isEmpty: Bool { looks.isEmpty }

    static func proxy<Object: NSObject>(of type: Object.Type, in containers: [AnyClass]) -> Object {
        if let known = looks.first(where: { $0.type == type && $0.containers.elementsEqual(containers, by: ==) })?.proxy as? Object {
            return known
        }
        guard let proxy = DynamicObject.make(type), let pristine = DynamicObject.make(type) else {
            preconditionFailure("\(type) has no appearance: it can't be made by init() in this build")
        }
        looks.append(Look(type: type, containers: containers, proxy: proxy, pristine: pristine))
        return proxy
    }

    /// Returns the appearances that apply to an object, those of superclasses first and those with containers last.
    static func found(for object: NSObject) -> [Look] {
        looks.filter { look in
            object.isKind(of: look.type) && object !== look.proxy && object !== look.pristine
                && (look.containers.isEmpty || (object as? UIView).map { stands($0, in: look.containers) } ?? false)
        }.sorted { (depth($0.type), $0.containers.count) < (depth($1.type), $1.containers.count) }
    }

    /// Applies the appearances to a view that entered a window, for properties that it has no value of its own for.
    static func apply(to view: UIView) {
        var taken: Set<Int> = []
        for look in found(for: view).reversed() {
            guard let proxy = look.proxy as? UIView, let pristine = look.pristine as? UIView else { continue }
            for (index, property) in AppearanceProperty.all.enumerated() where property.applies(to: look.type) {
                if property.isSet(proxy, pristine), !property.isSet(view, pristine), taken.insert(index).inserted {
                    property.copy(proxy, view)
                }
            }
        }
    }

    private static func depth(_ type: AnyClass) -> Int {
        var depth = 0, next: AnyClass? = type
        while let current = next { (depth, next) = (depth + 1, _getSuperclass(current)) }
        return depth
    }

    /// Returns true if the view's ancestors, views or their controllers, include instances of the classes in order.
    private static func stands(_ view: UIView, in containers: [AnyClass]) -> Bool {
        var wanted = containers[...], next: UIResponder? = view.next
        while let responder = next, let type = wanted.first {
            if responder.isKind(of: type) { wanted.removeFirst() }
            next = responder.next
        }
        return wanted.isEmpty
    }
}
