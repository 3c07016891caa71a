import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// A dotLottie archive that is played by its state machine: states determine the animation, transitions between them wait for inputs, and
/// inputs change by touches or by calls of the program.
///
///     let machine = try LottieStateMachine(archive: archive)
///     host.layer.addSublayer(machine.rootLayer)
///     machine.start()
///     machine.pointer(.down, at: point)          // in points of rootLayer
///     machine.setNumber(3, forInput: "rating")
///
/// State machines of version 2 are supported. Each state shows one animation of the archive, created when it is first needed. Like its
/// layers, a machine belongs to one thread. Apple has no counterpart; the terms are those of the dotLottie specification.
public final class LottieStateMachine {
    /// The events of a pointer.
    public enum PointerEvent: Sendable {
        /// A button or finger is pressed, moves, or is released over the animation.
        case down, move, up
        /// The pointer left, or is a finger that was lifted.
        case exit
    }

    /// The layer to show: as large as the first state's animation, its origin at the top left, y downwards.
    public let rootLayer = CALayer()
    /// The size of the first state's animation, in points.
    public let size: CGSize
    /// Its name in the archive.
    public let id: String
    /// The current state; nil before ``start()`` and after ``stop()``.
    public private(set) var state: String?
    /// The names of its states, in the file's order, without the global one.
    public let stateNames: [String]
    /// The scene that is shown.
    public private(set) var scene: LottieScene
    /// Called after a transition from one state to another.
    public var onTransition: ((_ from: String, _ to: String) -> Void)?
    /// Called for custom events of the file.
    public var onCustomEvent: ((String) -> Void)?
    /// Called when the file requests to open a URL; nothing is opened automatically.
    public var onOpenURL: ((URL) -> Void)?

    private let document: LottieStateMachineDocument
    private let archive: LottieArchive
    private let reading: LottieReading
    private let images: (any LottieImageProvider)?
    private let limits: ReadingLimits
    private var scenes: [String: LottieScene] = [:]
    private var values: [String: LottieStateMachineDocument.Value] = [:]
    /// The indices of layer interactions that contain the pointer.
    private var entered: Set<Int> = []
    private var pressed: Set<Int> = []
    /// A counter of states, so that the end of an earlier state's playback is ignored.
    private var generation = 0
    /// A counter of stops, so that actions and changes that were in progress are not continued.
    private var stops = 0
    private var changes = 0
    private var general: [Diagnostic] = []
    /// The inputs at the time when the program chose the state, which remains until they change.
    private var heldInputs: [String: LottieStateMachineDocument.Value]?
    /// The largest number of consecutive changes from one cause, since machines can contain cycles.
    private static let mostChanges = 100

    /// The unsupported features of the file, both of the machine and of the scene.
    public var diagnostics: [Diagnostic] { general + scene.diagnostics }

    /// - Parameters:
    ///   - id: The id of the machine; nil is the manifest's initial one, or the first.
    ///   - images: The provider of images, which precedes the file's own.
    /// - Throws: ``LottieError``.
    public init(
        archive: LottieArchive, id: String? = nil, images: (any LottieImageProvider)? = nil, reading: LottieReading = .specification,
        limits: ReadingLimits = .standard
    ) throws {
        guard let id = id ?? archive.initialStateMachine ?? archive.stateMachines.first else {
            throw LottieError("", "the archive has no state machine", file: archive.file)
        }
        do { document = try LottieStateMachineDocument(archive.json(ofStateMachine: id)) } catch var error as LottieError {
            error.file = "\(archive.file)/s/\(id).json"
            throw error
        }
        (self.id, self.archive, self.images, self.reading, self.limits) = (id, archive, images, reading, limits)
        stateNames = document.states.filter { !$0.isGlobal }.map(\.name)
        let document = document
        let first = document.states.first { $0.name == document.initial }?.animation ?? archive.initialAnimation
        scene = try LottieScene(archive: archive, animation: first, images: images, reading: reading, limits: limits)
        scenes[first] = scene
        size = scene.size
        rootLayer.name = "Lottie state machine"
        rootLayer.anchorPoint = .zero
        rootLayer.bounds = CGRect(origin: .zero, size: size)
        rootLayer.masksToBounds = true
        rootLayer.addSublayer(scene.rootLayer)
        for name in document.unknown { report("lottie.unsupported", "\(name) of the state machine \"\(id)\" is not supported") }
        if document.states.contains(where: { $0.transitions.contains(where: \.isTweened) }) {
            report("lottie.unsupported", "tweened transitions of the state machine \"\(id)\" are not supported; they happen immediately")
        }
        resetInputs()
    }

    // MARK: Running

    /// Enters the first state, with all inputs as in the file. No-op if it is running.
    public func start() {
        guard state == nil else { return }
        resetInputs()
        changes = 0
        enter(document.initial)
        settle(event: nil)
    }

    /// Leaves the state; the current picture remains. Called by a handler of the machine, it also ends the change and the actions in
    /// progress.
    public func stop() {
        guard state != nil else { return }
        state = nil
        generation += 1
        stops += 1
        scene.pause()
        (entered, pressed) = ([], [])
    }

    /// Enters a state, and stays in it regardless of its transitions, until an input changes or is set, or an event is fired. Starts the
    /// machine.
    /// - Returns: False if there is no such state.
    @discardableResult
    public func go(to name: String) -> Bool {
        guard stateNames.contains(name) else { return false }
        start()
        // A handler may have stopped it.
        guard state != nil else { return true }
        changes = 0
        heldInputs = values
        if state != name { change(to: name) }
        return true
    }

    // MARK: Inputs

    /// Returns the value of a number input; nil if there is none of that name.
    public func number(forInput name: String) -> Double? { if case .number(let value)? = values[name] { value } else { nil } }
    /// Returns the value of a text input; nil if there is none of that name.
    public func string(forInput name: String) -> String? { if case .string(let value)? = values[name] { value } else { nil } }
    /// Returns the value of a Boolean input; nil if there is none of that name.
    public func bool(forInput name: String) -> Bool? { if case .bool(let value)? = values[name] { value } else { nil } }

    /// Sets a number input; transitions that wait for it are taken.
    /// - Returns: False if there is no input of that name and kind, or the value is not finite.
    @discardableResult
    public func setNumber(_ value: Double, forInput name: String) -> Bool { value.isFinite && set(.number(value), name) }
    /// Sets a text input.
    @discardableResult
    public func setString(_ value: String, forInput name: String) -> Bool { set(.string(value), name) }
    /// Sets a Boolean input.
    @discardableResult
    public func setBool(_ value: Bool, forInput name: String) -> Bool { set(.bool(value), name) }

    /// Fires an event; transitions that wait for it are taken.
    /// - Returns: False if there is no event of that name.
    @discardableResult
    public func fire(_ event: String) -> Bool {
        guard document.inputs.contains(where: { $0.name == event && $0.value == nil }) else { return false }
        changes = 0
        settle(event: event)
        return true
    }

    private func set(_ value: LottieStateMachineDocument.Value, _ name: String) -> Bool {
        guard let old = values[name], old.isSameKind(as: value) else { return false }
        values[name] = value
        changes = 0
        heldInputs = nil
        settle(event: nil)
        return true
    }

    private func resetInputs() {
        values = [:]
        heldInputs = nil
        for input in document.inputs { values[input.name] = input.value }
    }

    // MARK: Pointers

    /// Handles a pointer event, at a point in ``rootLayer``'s own coordinates.
    public func pointer(_ event: PointerEvent, at point: CGPoint) {
        guard state != nil else { return }
        changes = 0
        var actions: [LottieStateMachineDocument.Action] = []
        for (i, interaction) in document.interactions.enumerated() {
            let isInside = event != .exit && contains(point, interaction.layer), was = entered.contains(i)
            switch interaction.kind {
            case .pointerDown where event == .down && isInside, .pointerUp where event == .up && isInside,
                .pointerMove where event == .move && isInside:
                actions += interaction.actions
            case .click:
                if event == .down { if isInside { pressed.insert(i) } else { pressed.remove(i) } }
                if event == .up, pressed.remove(i) != nil, isInside { actions += interaction.actions }
                if event == .exit { pressed.remove(i) }
            case .pointerEnter, .pointerExit:
                if isInside { entered.insert(i) } else { entered.remove(i) }
                if isInside != was, isInside == (interaction.kind == .pointerEnter) { actions += interaction.actions }
            default: break
            }
        }
        perform(actions)
        settle(event: nil)
    }

    /// Returns true if a point is inside the bounding box of the visible content of a layer.
    private func contains(_ point: CGPoint, _ name: String?) -> Bool {
        guard let name, !name.isEmpty else { return rootLayer.bounds.contains(point) }
        let shown = rootLayer.presentation() ?? rootLayer
        var open = [shown]
        while let layer = open.popLast() {
            if layer.name == name, let box = LottieLayerBox.box(of: layer, in: shown) { return box.contains(point) }
            open += (layer.sublayers ?? []).reversed()
        }
        return false
    }

    // MARK: States

    private func settle(event: String?) {
        if let held = heldInputs {
            if event == nil, held == values { return }
            heldInputs = nil
        }
        guard let state, let current = document.states.first(where: { $0.name == state }) else { return }
        let all = document.states.filter(\.isGlobal).flatMap(\.transitions) + (current.isFinal ? [] : current.transitions)
        // Transitions without guards are considered after those whose guards are met.
        for unguarded in [false, true] {
            for transition in all where transition.guards.isEmpty == unguarded && transition.target != state {
                guard transition.guards.allSatisfy({ isMet($0, event) }) else { continue }
                guard changes < Self.mostChanges else {
                    return report(
                        "lottie.state-machine", "the transitions of \"\(id)\" form an endless loop; it stays in \"\(state)\"")
                }
                changes += 1
                change(to: transition.target)
                return settle(event: nil)
            }
        }
    }

    private func isMet(_ condition: LottieStateMachineDocument.Guard, _ event: String?) -> Bool {
        if condition.isEvent { return event == condition.input }
        guard let value = values[condition.input], let wanted = condition.other.flatMap({ values[$0] }) ?? condition.value else {
            return false
        }
        switch (value, wanted) {
        case (.number(let a), .number(let b)): return condition.comparison.holds(a, b)
        case (.string(let a), .string(let b)): return condition.comparison.holds(a, b)
        case (.bool(let a), .bool(let b)): return condition.comparison == (a == b ? .equal : .notEqual)
        default: return condition.comparison == .notEqual
        }
    }

    private func change(to name: String) {
        guard document.states.contains(where: { $0.name == name && !$0.isGlobal }) else {
            return report("lottie.state-machine", "a transition of \"\(id)\" leads to \"\(name)\", which is not a state")
        }
        let old = state, stops = stops
        if let leaving = document.states.first(where: { $0.name == old }) { perform(leaving.exit) }
        guard stops == self.stops else { return }
        enter(name)
        guard stops == self.stops else { return }
        if let old { onTransition?(old, name) }
    }

    private func enter(_ name: String) {
        guard let next = document.states.first(where: { $0.name == name }) else { return }
        state = name
        generation += 1
        let isOther = show(next.animation)
        if let segment = next.segment, !scene.markers.contains(where: { $0.name == segment }) {
            report(
                "lottie.state-machine", "the state \"\(name)\" refers to the marker \"\(segment)\", which does not exist in its animation")
        }
        scene.speed = next.speed
        if next.autoplays {
            play(next)
        } else {
            scene.pause()
            if isOther { scene.currentFrame = scene.startFrame }
        }
        perform(next.entry)
    }

    private func play(_ next: LottieStateMachineDocument.State) {
        let own = generation
        // If there are interactions for completed loops, each loop is played separately.
        let byLoop = document.interactions.contains { $0.kind == .loopComplete && $0.state == next.name } && next.loopMode != .playOnce
        let mode: LottieLoopMode = !byLoop ? next.loopMode : next.loopMode == .autoReverse ? .repeatBackwards(1) : .playOnce
        let completion: (Bool) -> Void = { [weak self] isFinished in
            guard let self, isFinished, own == self.generation else { return }
            self.changes = 0
            self.perform(
                self.document.interactions.filter { $0.kind == (byLoop ? .loopComplete : .complete) && $0.state == next.name }.flatMap(
                    \.actions))
            self.settle(event: nil)
            if byLoop, own == self.generation { self.play(next) }
        }
        if let segment = next.segment, let marker = scene.markers.first(where: { $0.name == segment }) {
            // From the marker's beginning, even if the current frame is inside it.
            scene.play(marker: marker.name, loopMode: mode, completion: completion)
        } else {
            scene.play(fromFrame: scene.startFrame, toFrame: scene.endFrame, loopMode: mode, completion: completion)
        }
    }

    /// Shows an animation; nil keeps the current one.
    /// - Returns: True if it is a different one.
    private func show(_ animation: String?) -> Bool {
        guard let animation else { return false }
        let next: LottieScene
        if let known = scenes[animation] {
            next = known
        } else {
            do {
                next = try LottieScene(archive: archive, animation: animation, images: images, reading: reading, limits: limits)
                scenes[animation] = next
            } catch {
                report("lottie.state-machine", "\(error)")
                return false
            }
        }
        guard next !== scene else { return false }
        scene.pause()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        scene.rootLayer.removeFromSuperlayer()
        scene = next
        // Animations of other sizes are scaled to fit, and centred.
        let fit = next.size.width > 0 && next.size.height > 0 ? min(size.width / next.size.width, size.height / next.size.height) : 1
        next.rootLayer.setAffineTransform(CGAffineTransform(scaleX: fit, y: fit))
        next.rootLayer.position = CGPoint(x: (size.width - next.size.width * fit) / 2, y: (size.height - next.size.height * fit) / 2)
        rootLayer.addSublayer(next.rootLayer)
        CATransaction.commit()
        (entered, pressed) = ([], [])
        return true
    }

    // MARK: Actions

    private func perform(_ actions: [LottieStateMachineDocument.Action]) {
        func number(_ value: Double?, _ other: String?) -> Double? { other.flatMap { self.number(forInput: $0) } ?? value }
        let stops = stops
        for action in actions {
            guard changes < Self.mostChanges, stops == self.stops else { return }
            switch action {
            case .set(let name, let value): if let old = values[name], old.isSameKind(as: value) { values[name] = value }
            case .toggle(let name): if let old = bool(forInput: name) { values[name] = .bool(!old) }
            case .change(let name, let sign, let amount, let other):
                guard let old = self.number(forInput: name) else { continue }
                values[name] = .number(min(max(old + sign * (number(amount, other) ?? 1), -1e15), 1e15))
            case .reset(let name): values[name] = document.inputs.first { $0.name == name }?.value
            case .fire(let name):
                changes += 1
                settle(event: name)
            case .setFrame(let value, let other): if let frame = number(value, other) { scene.currentFrame = frame }
            case .setProgress(let value, let other): if let progress = number(value, other) { scene.currentProgress = progress / 100 }
            case .setTheme(let name):
                do { try scene.setTheme(name.isEmpty ? nil : name) } catch {
                    report("lottie.bad-theme", "the theme \"\(name)\" is not applied: \(error)")
                }
            case .openURL(let text): if let url = URL(string: text) { onOpenURL?(url) }
            case .customEvent(let name): onCustomEvent?(name)
            case .unknown: break
            }
        }
    }

    private func report(_ identifier: String, _ message: String) {
        let diagnostic = Diagnostic(identifier: identifier, message: "\(archive.file): \(message)")
        if !general.contains(where: { $0.message == diagnostic.message }) { general.append(diagnostic) }
    }
}

extension LottieStateMachineDocument.Value {
    func isSameKind(as other: Self) -> Bool {
        switch (self, other) {
        case (.number, .number), (.string, .string), (.bool, .bool): true
        default: false
        }
    }
}

extension LottieStateMachineDocument.Guard.Comparison {
    func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
        switch self {
        case .equal: a == b
        case .notEqual: a != b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        case .less: a < b
        case .lessOrEqual: a <= b
        }
    }
}

/// The bounding box of the content of a layer and its descendants.
enum LottieLayerBox {
    /// - Returns: The box in the coordinates of another layer; nil if nothing is visible.
    static func box(of layer: CALayer, in space: CALayer) -> CGRect? {
        var box: CGRect?, open = [layer]
        while let next = open.popLast() {
            if next.isHidden || next.opacity == 0 { continue }
            var own: CGRect?
            if let shape = next as? CAShapeLayer, let path = shape.path, !path.isEmpty {
                let stroke = shape.strokeColor == nil ? 0 : shape.lineWidth / 2
                own = path.boundingBoxOfPath.insetBy(dx: -stroke, dy: -stroke)
            } else if next.contents != nil || next.backgroundColor != nil || next is CAGradientLayer || next is CATextLayer {
                own = next.bounds
            }
            if let own, !own.isNull, !own.isEmpty {
                let shown = next.convert(own, to: space)
                box = box?.union(shown) ?? shown
            }
            open += next.sublayers ?? []
        }
        return box
    }
}
