import AgateDiagnostics
import Foundation
import ObjectiveCRuntime
import QuartzCore

/// Makes the objects of an interface document: views with their properties, constraints and connections. What it doesn't read is reported
/// once for each kind.
@MainActor final class NibBuilder {
    let name: String
    let bundle: Bundle
    private let owner: Any?
    private var objects: [String: AnyObject] = [:]
    /// Views with their elements, in the order of the document: constraints and connections need all objects.
    private var made: [(object: AnyObject, element: NibElement)] = []
    private let coder = NibCoder()

    init(_ name: String, _ bundle: Bundle, owner: Any?, external: [String: Any]) {
        (self.name, self.bundle, self.owner) = (name, bundle, owner)
        self.external = external
    }
    private let external: [String: Any]

    /// Returns the objects at the top level, in order, without the placeholders.
    func build(_ document: NibElement) -> [Any] {
        var result: [AnyObject] = []
        for element in document.child("objects")?.children ?? [] {
            guard let identifier = element["id"] else { continue }
            if element.name == "placeholder" {
                let object = identifier == "-1" ? owner : element["placeholderIdentifier"].flatMap { external[$0] }
                if let object { add(object as AnyObject, element) }
            } else if let object = object(element) {
                result.append(object)
            }
        }
        for (object, element) in made { constrain(object, element) }
        for (object, element) in made { connect(object, element) }
        for (object, element) in made where element.name != "placeholder" {
            if let view = object as? UIView { view.awakeFromNib() }
        }
        return result
    }

    private func add(_ object: AnyObject, _ element: NibElement) {
        if let identifier = element["id"] { objects[identifier] = object }
        made.append((object, element))
    }

    private func object(_ element: NibElement) -> AnyObject? {
        if let kind = NibViews.classes[element.name] { return view(element, kind) }
        if let recognizer = recognizer(element) {
            add(recognizer, element)
            return recognizer
        }
        report("the element \(element.name)")
        return nil
    }

    // MARK: Views

    private func view(_ element: NibElement, _ kind: UIView.Type) -> UIView {
        let view = create(element, kind)
        add(view, element)
        NibViews.apply(element, to: view, self)
        for child in element.children {
            switch child.name {
            case "subviews":
                for entry in child.children {
                    guard let kind = NibViews.classes[entry.name] else {
                        report("the view \(entry.name)")
                        continue
                    }
                    let inner = self.view(entry, kind)
                    if let stack = view as? UIStackView { stack.addArrangedSubview(inner) } else { view.addSubview(inner) }
                }
            case "viewLayoutGuide": if let identifier = child["id"] { objects[identifier] = guide(child["key"], of: view) }
            case "tableViewCellContentView", "collectionViewCellContentView": fill(content(of: view), child)
            case "view" where child["key"] == "contentView": fill(content(of: view), child)
            case "view" where child["key"] != nil: report("\(element.name).\(child["key"] ?? "")")
            case "userDefinedRuntimeAttributes":
                for attribute in child.children { set(attribute, of: view) }
            default: break
            }
        }
        return replaced(view, element)
    }

    /// Returns the view that a view puts in its place, which then gets its constraints and connections.
    private func replaced(_ view: UIView, _ element: NibElement) -> UIView {
        guard let other = view.awakeAfter(using: coder) as? UIView, other !== view else { return view }
        if let identifier = element["id"] { objects[identifier] = other }
        if let place = made.lastIndex(where: { $0.object === view }) { made[place].object = other }
        return other
    }

    /// The content view of a cell exists already.
    private func fill(_ content: UIView, _ element: NibElement) {
        add(content, element)
        let frame = content.frame
        NibViews.apply(element, to: content, self)
        content.frame = frame
        for entry in element.child("subviews")?.children ?? [] {
            if let kind = NibViews.classes[entry.name] { content.addSubview(view(entry, kind)) } else { report("the view \(entry.name)") }
        }
        if let guide = element.child("viewLayoutGuide"), let identifier = guide["id"] {
            objects[identifier] = self.guide(guide["key"], of: content)
        }
    }

    private func content(of view: UIView) -> UIView {
        (view as? UITableViewCell)?.contentView ?? (view as? UICollectionViewCell)?.contentView
            ?? (view as? UITableViewHeaderFooterView)?.contentView ?? (view as? UIVisualEffectView)?.contentView ?? view
    }

    private func guide(_ key: String?, of view: UIView) -> AnyObject {
        switch key {
        case "contentLayoutGuide": (view as? UIScrollView)?.contentLayoutGuide ?? view.safeAreaLayoutGuide
        case "frameLayoutGuide": (view as? UIScrollView)?.frameLayoutGuide ?? view.safeAreaLayoutGuide
        case "keyboard": view.keyboardLayoutGuide
        default: view.safeAreaLayoutGuide
        }
    }

    /// Creates a view as nibs do: by `init(coder:)`, of the custom class if there is one.
    private func create(_ element: NibElement, _ kind: UIView.Type) -> UIView {
        if let custom = element["customClass"] {
            if let type = type(custom, element["customModule"]), let view = type.init(coder: coder) { return view }
            Diagnostic.reportOnce(
                "nib.class", key: "\(name).\(custom)", "the nib \"\(name)\" names the class \(custom), which can't be made; \(kind) is used"
            )
        }
        switch element.name {
        case "tableView":
            let styles: [String?: UITableView.Style] = ["grouped": .grouped, "insetGrouped": .insetGrouped]
            return UITableView(frame: .zero, style: styles[element["style"]] ?? .plain)
        case "collectionView": return UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
        case "button" where element["buttonType"] == "system": return UIButton(type: .system)
        default: return kind.init(coder: coder) ?? UIView()
        }
    }

    /// Returns a class by its name, in the module that the document names, in that of the bundle, or in UIKit.
    private func type(_ custom: String, _ module: String?) -> UIView.Type? {
        let owners = Self.modules(of: bundle.bundleURL.deletingPathExtension().lastPathComponent)
        let ownersModule = self.owner.map { String(reflecting: Swift.type(of: $0)).split(separator: ".").first.map(String.init) } ?? nil
        for candidate in ([module, ownersModule] + owners + ["UIKit"]).compactMap({ $0?.replacingOccurrences(of: "-", with: "_") }) {
            if let found = NSClassFromString("\(candidate).\(custom)") as? UIView.Type { return found }
        }
        return nil
    }

    /// Returns the modules that a bundle `PACKAGE_TARGET` may be of; either name may contain underscores.
    static func modules(of bundle: String) -> [String?] {
        let parts = bundle.split(separator: "_")
        return parts.indices.dropFirst().map { parts[$0...].joined(separator: "_") } + (parts.count == 1 ? [bundle] : [])
    }

    private func recognizer(_ element: NibElement) -> UIGestureRecognizer? {
        switch element.name {
        case "tapGestureRecognizer": UITapGestureRecognizer(target: nil, action: nil)
        case "panGestureRecognizer": UIPanGestureRecognizer(target: nil, action: nil)
        case "pinchGestureRecognizer": UIPinchGestureRecognizer(target: nil, action: nil)
        case "rotationGestureRecognizer": UIRotationGestureRecognizer(target: nil, action: nil)
        case "swipeGestureRecognizer": UISwipeGestureRecognizer(target: nil, action: nil)
        case "pongPressGestureRecognizer", "longPressGestureRecognizer": UILongPressGestureRecognizer(target: nil, action: nil)
        default: nil
        }
    }

    // MARK: Constraints

    private func constrain(_ object: AnyObject, _ element: NibElement) {
        for entry in element.child("constraints")?.children ?? [] where entry.name == "constraint" {
            let first = entry["firstItem"].map { objects[$0] } ?? object, second = entry["secondItem"].map { objects[$0] }
            guard let first, let attribute = NibViews.attributes[entry["firstAttribute"] ?? ""], second == nil || second! != nil else {
                report("a constraint")
                continue
            }
            let relations: [String?: NSLayoutConstraint.Relation] = [
                "greaterThanOrEqual": .greaterThanOrEqual, "lessThanOrEqual": .lessThanOrEqual,
            ]
            let constraint = NSLayoutConstraint(
                item: first, attribute: attribute, relatedBy: relations[entry["relation"]] ?? .equal, toItem: second ?? nil,
                attribute: second == nil ? .notAnAttribute : NibViews.attributes[entry["secondAttribute"] ?? ""] ?? attribute,
                multiplier: multiplier(entry["multiplier"]), constant: entry.number("constant") ?? 0)
            if let priority = entry.number("priority") { constraint.priority = UILayoutPriority(Float(priority)) }
            constraint.identifier = entry["identifier"]
            constraint.shouldBeArchived = true
            if let identifier = entry["id"] { objects[identifier] = constraint }
            if entry["placeholder"] != "YES" { constraint.isActive = true }
        }
    }

    /// `0.5`, `1:2`
    private func multiplier(_ text: String?) -> CGFloat {
        guard let text else { return 1 }
        let parts = text.split(separator: ":").compactMap { Double($0) }
        guard parts.count == 2, parts[1] != 0 else { return CGFloat(parts.first ?? 1) }
        return CGFloat(parts[0] / parts[1])
    }

    // MARK: Connections

    private func connect(_ object: AnyObject, _ element: NibElement) {
        var collections: [String: [Any]] = [:]
        for entry in element.child("connections")?.children ?? [] {
            guard let target = entry[entry.name == "action" ? "destination" : "destination"].flatMap({ objects[$0] }) else { continue }
            switch entry.name {
            case "outlet":
                if let property = entry["property"] { assign(target, property, of: object) }
            case "outletCollection":
                if let property = entry["property"] {
                    if property == "gestureRecognizers", let view = object as? UIView, let recognizer = target as? UIGestureRecognizer {
                        view.addGestureRecognizer(recognizer)
                    } else {
                        collections[property, default: []].append(target)
                    }
                }
            case "action":
                guard let selector = entry["selector"] else { continue }
                if let control = object as? UIControl {
                    let event = NibViews.events[entry["eventType"] ?? ""] ?? .touchUpInside
                    control.addTarget(target, action: NSSelectorFromString(selector), for: event)
                } else if let recognizer = object as? UIGestureRecognizer {
                    recognizer.addTarget(target, action: NSSelectorFromString(selector))
                }
            default: report("the connection \(entry.name)")
            }
        }
        for (property, targets) in collections { assign(targets, property, of: object) }
    }

    /// Sets an outlet. Delegates and data sources are UIKit's own, other names are the program's.
    private func assign(_ value: Any, _ property: String, of object: AnyObject) {
        switch (object, property) {
        case (let table as UITableView, "delegate"): table.delegate = value as? any UITableViewDelegate
        case (let table as UITableView, "dataSource"): table.dataSource = value as? any UITableViewDataSource
        case (let collection as UICollectionView, "delegate"): collection.delegate = value as? any UICollectionViewDelegate
        case (let collection as UICollectionView, "dataSource"): collection.dataSource = value as? any UICollectionViewDataSource
        case (let scroll as UIScrollView, "delegate") where !(scroll is UITextView): scroll.delegate = value as? any UIScrollViewDelegate
        case (let text as UITextView, "delegate"): text.delegate = value as? any UITextViewDelegate
        case (let field as UITextField, "delegate"): field.delegate = value as? any UITextFieldDelegate
        case (let recognizer as UIGestureRecognizer, "delegate"): recognizer.delegate = value as? any UIGestureRecognizerDelegate
        default:
            // The setter is in the list of the class's methods, as for any selector by name.
            let setter = NSSelectorFromString("set\(property.prefix(1).uppercased())\(property.dropFirst()):")
            if case .unknown = setter.attempt(on: object, [value]) {
                if let controller = object as? UIViewController, property == "view" {
                    controller.view = value as? UIView
                } else if let object = object as? NSObject {
                    object.setValue(value, forKey: property)
                }
            }
        }
    }

    private func set(_ attribute: NibElement, of view: UIView) {
        guard let path = attribute["keyPath"] else { return }
        let value: Any?
        switch attribute["type"] {
        case "boolean": value = attribute["value"] == "YES"
        case "string": value = attribute["value"] ?? attribute.value("value")?.text
        case "number":
            let child = attribute.value("value")
            value = Double(child?.number("value") ?? 0)
        case "color": value = attribute.value("value").flatMap { NibViews.color($0, self) }
        case "image": value = attribute["value"].flatMap { image($0) }
        case "point": value = attribute.value("value").map { CGPoint(x: $0.number("x") ?? 0, y: $0.number("y") ?? 0) }
        case "size": value = attribute.value("value").map { CGSize(width: $0.number("width") ?? 0, height: $0.number("height") ?? 0) }
        case "rect": value = attribute.value("value").map(NibViews.rect)
        default: value = nil
        }
        guard let value else { return report("the attribute \(path)") }
        if path.contains(".") { view.setValue(value, forKeyPath: path) } else { assign(value, path, of: view) }
    }

    func image(_ name: String) -> UIImage? {
        UIImage(named: name, in: bundle, compatibleWith: nil) ?? UIImage(named: name) ?? UIImage(systemName: name)
    }

    func report(_ what: String) {
        Diagnostic.reportOnce("nib.unread", key: "\(name).\(what)", "the nib \"\(name)\" has \(what), which is not read")
    }
}

/// The coder that views of a document get: it has no values, so that they begin with their defaults.
final class NibCoder: NSCoder {
    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }
    override func decodeBool(forKey key: String) -> Bool { false }
    override func decodeCInt(forKey key: String) -> CInt { 0 }
    override func decodeInt32(forKey key: String) -> Int32 { 0 }
    override func decodeInt64(forKey key: String) -> Int64 { 0 }
    override func decodeInteger(forKey key: String) -> Int { 0 }
    override func decodeFloat(forKey key: String) -> Float { 0 }
    override func decodeDouble(forKey key: String) -> Double { 0 }
}
