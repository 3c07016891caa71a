import AgateDiagnostics
import Foundation
import ImageIO
import QuartzCore

/// The layers of a CAML document, and its states.
///
///     let scene = try CAMLScene(contentsOf: URL(fileURLWithPath: "Clock.ca"))
///     host.perform {
///         host.layer.addSublayer(scene.hostedLayer)
///         scene.startAnimations()
///     }
///     try host.perform { try scene.setState("Unlock", animated: true) }
///
/// Like its layers, a scene belongs to one thread. Apple's counterparts are the private `CAPackage` and `CAStateController`.
public final class CAMLScene {
    /// The duration of a transition without elements, in seconds; its values ease in and out.
    public static let defaultTransitionDuration = 0.5

    /// The document of the scene.
    public let document: CAMLDocument
    /// The document's root layer. Its superlayer's y axis points up, unless the document's index specifies otherwise.
    public let rootLayer: CALayer
    /// A layer of the document's size that contains the root layer in its intended orientation. Its own space has y downwards and its
    /// origin at the top left: use it as the root layer of a host that shows y-down layers.
    public let hostedLayer: CALayer
    /// The size of the document in points.
    public let size: CGSize
    /// The names of the states, in the document's order.
    public let stateNames: [String]
    /// The current state; initially nil, unless the document specifies an initial state.
    public private(set) var state: String?
    /// The features of the document that Agate does not support; one diagnostic for each kind.
    public private(set) var diagnostics: [Diagnostic]
    /// The animations of the layers, as the document describes them.
    public let animations: [CAMLAnimation]

    private var builder: CAMLBuilder
    /// The closures that undo the state, in the order of the changes.
    private var undo: [() -> Void] = []
    /// The targets that the state has set.
    private var touched: [CAMLStateChange.Touch] = []
    /// The animations of a transition that a controller runs. They end when the state changes.
    private var interactive: [(layer: CALayer, key: String, animation: CAAnimation)] = []
    /// The diagnostics of states that are based on states that do not exist.
    private let missingStates: [Diagnostic]

    /// Reads a package or a `.caml` file and creates its layers.
    /// - Throws: ``CAMLError``.
    public convenience init(contentsOf url: URL, limits: ReadingLimits = .standard) throws {
        try self.init(document: CAMLDocument(contentsOf: url, limits: limits))
    }

    /// Creates the layers of a document.
    /// - Throws: ``CAMLError`` for an image outside of the package or one that can't be decoded.
    public init(document: CAMLDocument) throws {
        self.document = document
        // No transaction of its own: at its end the animations of layers that are not shown yet would be dropped.
        var builder = CAMLBuilder(document: document)
        rootLayer = try builder.layer(document.root)
        size = document.size
        hostedLayer = CALayer()
        hostedLayer.name = "CAML document"
        hostedLayer.anchorPoint = .zero
        hostedLayer.bounds = CGRect(origin: .zero, size: document.size)
        hostedLayer.isGeometryFlipped = !document.isGeometryFlipped
        // The picture is the root layer's frame, whatever its origin in the document.
        let frame = rootLayer.frame
        if frame.origin != .zero, frame.origin.x.isFinite, frame.origin.y.isFinite { hostedLayer.bounds.origin = frame.origin }
        hostedLayer.addSublayer(rootLayer)
        stateNames = document.states.map(\.name)
        animations = CAMLAnimation.list(document.root)
        missingStates = document.states.compactMap { [names = stateNames] state in
            guard let base = state.basedOn, !names.contains(base) else { return nil }
            return Diagnostic(
                identifier: "caml.missing-state",
                message: "\(document.file):\(state.line): the state \"\(base)\", on which \"\(state.name)\" is based, does not exist")
        }
        builder.beginStates()
        self.builder = builder
        diagnostics = document.diagnostics + builder.diagnostics + missingStates
        if let initial = document.states.first(where: \.isInitial) { try setState(initial.name, animated: false) }
    }

    /// Sets the state of the layers. The changes of the current state are undone, the new state's values are set (those of the state that
    /// it is based on first), and each value that changes is animated from its current presentation value, with the animation that the
    /// document's transitions specify for it. A transition that names both states takes precedence over one with a wildcard; one without
    /// elements animates all changes in ``defaultTransitionDuration``. To control a transition manually, use ``CAMLStateController``.
    ///
    /// - Parameters:
    ///   - name: The state, or nil for the document without a state. Several names separated by " + " are layered, the last on top: "Unlock
    ///     + Home PortraitUp Dark".
    ///   - animated: True to run transitions; otherwise values change immediately.
    /// - Throws: ``CAMLError`` for a name that is not one of ``stateNames``, and for content that can't be created. The scene then remains
    ///   as it is: in its state, with its animations.
    public func setState(_ name: String?, animated: Bool) throws {
        try check(name)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        let transitions = animated ? document.transitions.filter { matches($0, state, name) }.sorted { $0.precision > $1.precision } : []
        let change = try CAMLStateChange(to: elements(of: name), from: touched, transitions, builder, line: document.root.line)
        // Nothing below throws.
        let before = change.targets.map { touch in layer(touch.targetID).map { CAMLStateChange.Snapshot($0, touch.keyPath) } }
        endInteractive()
        for step in undo.reversed() { step() }
        builder = change.builder
        (undo, touched) = change.apply()
        state = name
        reportDiagnostics()
        if animated { change.animate(from: before) }
    }

    /// - Throws: ``CAMLError`` for a state that the document does not have.
    func check(_ name: String?) throws {
        guard let name, let missing = parts(of: name).first(where: { !stateNames.contains($0) }) else { return }
        let known = stateNames.isEmpty ? "the document has no states" : "the states are \(stateNames.joined(separator: ", "))"
        throw CAMLError(file: document.file, reason: "the state \"\(missing)\" does not exist; \(known)")
    }

    // MARK: Interactive transitions

    /// Adds an animation of a transition that a controller runs.
    /// - Returns: The layer's copy of it.
    @discardableResult
    func addInteractive(_ animation: CAAnimation, to layer: CALayer, forKey key: String) -> CAAnimation? {
        layer.add(animation, forKey: key)
        guard let kept = layer.animation(forKey: key) else { return nil }
        interactive.append((layer, key, kept))
        return kept
    }

    /// Ends these animations, also in layers whose time is slower, and for any controller. Animations that have replaced them remain.
    func endInteractive() {
        for (layer, key, animation) in interactive where layer.animation(forKey: key) === animation { layer.removeAnimation(forKey: key) }
        interactive = []
    }

    private func reportDiagnostics() { diagnostics = document.diagnostics + builder.diagnostics + missingStates }

    /// Adds the document's animations that do not run. As on Apple's systems, a layer that is not in a shown tree loses its animations at
    /// the end of the transaction in which they were added. Call this if the layers were added to a host's tree after that.
    public func startAnimations() {
        for entry in builder.animations where entry.layer.animation(forKey: entry.key) == nil {
            entry.layer.add(entry.animation, forKey: entry.key)
        }
    }

    /// Removes the document's animations from the layers until ``startAnimations()``. For layers that are not shown before the end of
    /// another transaction, which would end the animations.
    package func removeAnimations() {
        for entry in builder.animations { entry.layer.removeAnimation(forKey: entry.key) }
    }

    /// The document's ids of the layers.
    var ids: [ObjectIdentifier: String] { Dictionary(builder.layers.map { (ObjectIdentifier($1), $0) }) { min($0, $1) } }

    /// The animations of the document, with their layers.
    var givenAnimations: [(layer: CALayer, key: String, animation: CAAnimation)] { builder.animations }

    /// Returns the layer with an id in the document.
    public func layer(_ id: String) -> CALayer? { builder.layers[id] }

    // MARK: States

    /// Returns the elements of a state after those of the state that it is based on. The reader has refused cycles.
    private func elements(of name: String?) -> [CAMLState.Element] {
        guard let name else { return [] }
        guard let state = document.states.first(where: { $0.name == name }) else {
            let parts = parts(of: name)
            return parts.count > 1 ? parts.flatMap { elements(of: $0) } : []
        }
        return elements(of: state.basedOn) + state.elements
    }

    /// Returns the layers and key paths that a state sets.
    func places(of state: String?) -> [(layer: CALayer, keyPath: String)] {
        elements(of: state).compactMap { element in
            guard case .setValue = element.change, let layer = layer(element.targetID) else { return nil }
            return (layer, element.keyPath)
        }
    }
}

/// An animation of a document, for lists.
public struct CAMLAnimation: Sendable, Equatable {
    /// The id of the layer that it animates, or else the layer's name, or else the class.
    public let layer: String
    /// The class, such as `CAKeyframeAnimation`.
    public let className: String
    /// The key path that it animates; nil for a group.
    public let keyPath: String?
    /// The duration of one cycle in seconds; 0 is the default duration.
    public let duration: Double
    /// The number of cycles; may be infinite.
    public let repeatCount: Double

    static func list(_ object: CAMLObject) -> [CAMLAnimation] {
        let layer = object.id ?? object.string("name") ?? object.className
        var result = object.objects("animations").map { animation in
            CAMLAnimation(
                layer: layer, className: animation.className, keyPath: animation.string("keyPath"),
                duration: animation.number("duration") ?? 0,
                repeatCount: animation.number("repeatDuration") == .infinity ? .infinity : max(animation.number("repeatCount") ?? 1, 0)
            )
        }
        if case .object(let mask)? = object["mask"] { result += list(mask) }
        for child in object.objects("sublayers") { result += list(child) }
        return result
    }
}
