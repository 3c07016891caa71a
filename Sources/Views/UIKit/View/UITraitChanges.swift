import ObjectiveCRuntime
import QuartzCore

/// A trait as a type. ``UITraitCollection`` doesn't store custom traits.
@preconcurrency @MainActor public protocol UITraitDefinition {}
/// The type of a trait.
public typealias UITrait = any UITraitDefinition.Type

extension UITraitCollection {
    /// The traits on which the appearance of colors depends.
    @preconcurrency @MainActor public class var systemTraitsAffectingColorAppearance: [UITrait] {
        [UITraitUserInterfaceStyle.self, UITraitAccessibilityContrast.self]
    }
    /// The traits on which the choice of an image depends.
    @preconcurrency @MainActor public class var systemTraitsAffectingImageLookup: [UITrait] {
        [
            UITraitUserInterfaceStyle.self, UITraitDisplayScale.self, UITraitHorizontalSizeClass.self, UITraitVerticalSizeClass.self,
            UITraitUserInterfaceIdiom.self, UITraitLayoutDirection.self,
        ]
    }
}

/// The trait of light or dark appearance.
public enum UITraitUserInterfaceStyle: UITraitDefinition {}
/// The trait of the horizontal size class.
public enum UITraitHorizontalSizeClass: UITraitDefinition {}
/// The trait of the vertical size class.
public enum UITraitVerticalSizeClass: UITraitDefinition {}
/// The trait of the number of pixels for each point.
public enum UITraitDisplayScale: UITraitDefinition {}
/// The trait of the kind of device.
public enum UITraitUserInterfaceIdiom: UITraitDefinition {}
/// The trait of the layout direction.
public enum UITraitLayoutDirection: UITraitDefinition {}
/// The trait of the preferred text size; never changes on Linux.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {}
/// The trait of the contrast; never changes on Linux.
public enum UITraitAccessibilityContrast: UITraitDefinition {}
/// The trait of the text weight; never changes on Linux.
public enum UITraitLegibilityWeight: UITraitDefinition {}

/// The registration that `registerForTraitChanges` returns, for unregistering.
@preconcurrency @MainActor public protocol UITraitChangeRegistration: AnyObject {}

/// An object whose trait changes can be observed.
@preconcurrency @MainActor public protocol UITraitChangeObservable: UITraitEnvironment {}

extension UIView: UITraitChangeObservable {}
extension UIViewController: UITraitChangeObservable {}

extension UITraitChangeObservable where Self: NSObject {
    /// Registers a closure that is called after one of the traits changed, with the object and its previous traits.
    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        TraitChanges.add(self, traits) { object, before in if let object = object as? Self { handler(object, before) } }
    }

    /// Registers a method of the object that is called after one of the traits changed: without arguments, with the object, or with the
    /// object and its previous traits.
    @discardableResult
    public func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration {
        TraitChanges.add(self, traits) { object, before in _ = action.send(to: object, [object, before]) }
    }

    /// Registers a method of another object.
    @discardableResult
    public func registerForTraitChanges(_ traits: [UITrait], target: Any, action: Selector) -> any UITraitChangeRegistration {
        let target = target as AnyObject
        return TraitChanges.add(self, traits) { [weak target] object, before in
            if let target { _ = action.send(to: target, [object, before]) }
        }
    }

    /// Removes a registration.
    public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) { TraitChanges.remove(registration, of: self) }
}

/// The registrations for trait changes of objects.
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
    /// True if there ever was a registration.
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

    /// Calls the registered handlers for the traits that changed.
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
