import QuartzCore

/// What objects can stand in, for an appearance that counts inside them alone.
@preconcurrency @MainActor public protocol UIAppearanceContainer: NSObjectProtocol {}

/// Looks for all objects of a class at once.
@preconcurrency @MainActor public protocol UIAppearance: NSObjectProtocol {
    /// An object whose properties those of the class take over, when they come into a window and have no values of their own.
    static func appearance() -> Self
    /// The same for objects inside others of those classes, the nearest first.
    static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self
    /// The same as `appearance()`: traits do not part looks here.
    static func appearance(for trait: UITraitCollection) -> Self
}

/// Colours, fonts, images and titles of Apple's own classes take part (see ``AppearanceProperty``); a property counts as the object's own
/// where it is not what a new object has. Properties that a subclass of the program's adds don't take part.
extension UIView: UIAppearance, UIAppearanceContainer {
    /// The object to set properties of for all views of this class. A view takes them over when it comes into a window, where it has no
    /// value of its own; later changes of the object reach no view that is in one.
    /// - Precondition: the class can be made by `init()`.
    public class func appearance() -> Self { Appearances.proxy(of: self, in: []) }
    /// The same for views inside others of those classes alone, the nearest first; views and their controllers count.
    public class func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self {
        Appearances.proxy(of: self, in: containerTypes.map { $0 as AnyClass })
    }
    /// The same as `appearance()`: traits make no difference.
    public class func appearance(for trait: UITraitCollection) -> Self { appearance() }
    /// The same as `appearance(whenContainedInInstancesOf:)`: traits make no difference.
    public class func appearance(for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type])
        -> Self
    {
        appearance(whenContainedInInstancesOf: containerTypes)
    }
}

extension UIBarItem: UIAppearance {
    /// The object to set properties of for all items of this class: attributes of titles, and the tint of buttons.
    public class func appearance() -> Self { Appearances.proxy(of: self, in: []) }
    /// Containers don't count for items of bars.
    public class func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self { appearance() }
    /// The same as `appearance()`: traits make no difference.
    public class func appearance(for trait: UITraitCollection) -> Self { appearance() }

    /// Attributes of the title in a state that were set for the class.
    final func commonAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        Appearances.found(for: self).lazy.compactMap { ($0.proxy as? UIBarItem)?.attributes[state.rawValue] }.last
    }
}

extension UIViewController: UIAppearanceContainer {}

/// The looks that were asked for.
@MainActor enum Appearances {
    struct Look {
        let type: NSObject.Type
        let containers: [AnyClass]
        /// What the program sets properties of, and one that it never saw.
        let proxy: NSObject, pristine: NSObject
    }

    private static var looks: [Look] = []

    /// Whether there are any.
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

    /// Those that count for an object: of superclasses first, of containers last.
    static func found(for object: NSObject) -> [Look] {
        looks.filter { look in
            object.isKind(of: look.type) && object !== look.proxy && object !== look.pristine
                && (look.containers.isEmpty || (object as? UIView).map { stands($0, in: look.containers) } ?? false)
        }.sorted { (depth($0.type), $0.containers.count) < (depth($1.type), $1.containers.count) }
    }

    /// Gives a view that came into a window what it has no value of its own for.
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

    /// Whether a view has ancestors, views or their controllers, of those classes in turn.
    private static func stands(_ view: UIView, in containers: [AnyClass]) -> Bool {
        var wanted = containers[...], next: UIResponder? = view.next
        while let responder = next, let type = wanted.first {
            if responder.isKind(of: type) { wanted.removeFirst() }
            next = responder.next
        }
        return wanted.isEmpty
    }
}
