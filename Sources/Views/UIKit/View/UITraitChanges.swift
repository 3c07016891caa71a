import ObjectiveCRuntime
import QuartzCore

/// One of the things that surroundings say, as a type. Traits of the program's own are not kept by ``UITraitCollection``.
@preconcurrency @MainActor public protocol UITraitDefinition {}
/// A trait by its type.
public typealias UITrait = any UITraitDefinition.Type

/// Light or dark.
public enum UITraitUserInterfaceStyle: UITraitDefinition {}
/// Room across.
public enum UITraitHorizontalSizeClass: UITraitDefinition {}
/// Room down.
public enum UITraitVerticalSizeClass: UITraitDefinition {}
/// Pixels a point.
public enum UITraitDisplayScale: UITraitDefinition {}
/// The kind of device.
public enum UITraitUserInterfaceIdiom: UITraitDefinition {}
/// Into which direction the interface reads.
public enum UITraitLayoutDirection: UITraitDefinition {}
/// How large text is wanted; never changes on Linux.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {}
/// Whether more contrast is wanted; never changes on Linux.
public enum UITraitAccessibilityContrast: UITraitDefinition {}
/// Whether bold text is wanted; never changes on Linux.
public enum UITraitLegibilityWeight: UITraitDefinition {}

/// What `registerForTraitChanges` answers, to end the calls by.
@preconcurrency @MainActor public protocol UITraitChangeRegistration: AnyObject {}

/// Surroundings whose changes can be heard of one by one.
@preconcurrency @MainActor public protocol UITraitChangeObservable: UITraitEnvironment {}

extension UIView: UITraitChangeObservable {}
extension UIViewController: UITraitChangeObservable {}

extension UITraitChangeObservable where Self: NSObject {
    /// Calls a closure after one of the traits changed, with the object and the surroundings before.
    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        TraitChanges.add(self, traits) { object, before in if let object = object as? Self { handler(object, before) } }
    }

    /// Calls a method of the object after one of the traits changed: without arguments, with the object, or with that and the surroundings
    /// before.
    @discardableResult
    public func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration {
        TraitChanges.add(self, traits) { object, before in _ = action.send(to: object, [object, before]) }
    }

    /// Calls a method of another object.
    @discardableResult
    public func registerForTraitChanges(_ traits: [UITrait], target: Any, action: Selector) -> any UITraitChangeRegistration {
        let target = target as AnyObject
        return TraitChanges.add(self, traits) { [weak target] object, before in
            if let target { _ = action.send(to: target, [object, before]) }
        }
    }

    /// Ends the calls of a registration.
    public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) { TraitChanges.remove(registration, of: self) }
}

/// Who hears of changes of an object's surroundings.
@MainActor enum TraitChanges {
    private final class Registration: UITraitChangeRegistration {
        let traits: [UITrait]
        let handler: (NSObject, UITraitCollection) -> Void
        init(_ traits: [UITrait], _ handler: @escaping (NSObject, UITraitCollection) -> Void) {
            (self.traits, self.handler) = (traits, handler)
        }
    }

    private final class List { var all: [Registration] = [] }
    private static var key: UInt8 = 0
    /// Whether anybody ever registered.
    private static var isUsed = false

    static func add(_ object: NSObject, _ traits: [UITrait], _ handler: @escaping (NSObject, UITraitCollection) -> Void)
        -> any UITraitChangeRegistration
    {
        isUsed = true
        let registration = Registration(traits, handler)
        let list = objc_getAssociatedObject(object, &key) as? List ?? List()
        list.all.append(registration)
        objc_setAssociatedObject(object, &key, list, .OBJC_ASSOCIATION_RETAIN)
        return registration
    }

    static func remove(_ registration: any UITraitChangeRegistration, of object: NSObject) {
        (objc_getAssociatedObject(object, &key) as? List)?.all.removeAll { $0 === registration }
    }

    /// Tells those that registered for what changed.
    static func tell(_ object: NSObject?, from before: UITraitCollection?, to surroundings: @autoclosure () -> UITraitCollection) {
        guard isUsed, let object, let list = objc_getAssociatedObject(object, &key) as? List else { return }
        let now = surroundings()
        let before = before ?? UITraitCollection()
        for registration in list.all where registration.traits.contains(where: { differs($0, before, now) }) {
            registration.handler(object, before)
        }
    }

    private static func differs(_ trait: UITrait, _ a: UITraitCollection, _ b: UITraitCollection) -> Bool {
        switch trait {
        case is UITraitUserInterfaceStyle.Type: a.userInterfaceStyle != b.userInterfaceStyle
        case is UITraitHorizontalSizeClass.Type: a.horizontalSizeClass != b.horizontalSizeClass
        case is UITraitVerticalSizeClass.Type: a.verticalSizeClass != b.verticalSizeClass
        case is UITraitDisplayScale.Type: a.displayScale != b.displayScale
        case is UITraitUserInterfaceIdiom.Type: a.userInterfaceIdiom != b.userInterfaceIdiom
        case is UITraitLayoutDirection.Type: a.layoutDirection != b.layoutDirection
        default: false
        }
    }
}
