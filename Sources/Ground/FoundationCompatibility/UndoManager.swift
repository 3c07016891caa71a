import AgateDiagnostics
import Foundation
import ObjectiveCRuntime

/// Keeps how changes are taken back, and does so.
///
/// As Apple's, which Foundation on Linux does not have: who changes something registers the opposite change. While undoing, what is
/// registered is the way to do it again. Used on the main thread.
///
///     func setName(_ name: String) {
///         undoManager.registerUndo(withTarget: self) { [old = self.name] in $0.setName(old) }
///         self.name = name
///     }
///
/// Targets are not kept alive; an action of one that is gone does nothing. A group without actions leaves nothing to undo.
@preconcurrency @MainActor open class UndoManager: NSObject {
    private enum Way { case forward, undoing, redoing }

    private var undoStack: [UndoGroup] = [], redoStack: [UndoGroup] = []
    /// The groups that are open, the outermost first.
    private var openGroups: [UndoGroup] = []
    /// Whether the outermost open group was begun by the first change of an event.
    private var isEventGroup = false
    private var way = Way.forward
    private var disabled = 0
    /// Counts what changes the stacks: who joins several changes into one action sees whether another came between.
    package private(set) var changeCount = 0

    /// A manager with nothing to undo.
    @preconcurrency @MainActor public override init() { super.init() }

    // MARK: Registering

    /// Registers a closure that takes a change back.
    /// - Parameters:
    ///   - target: what the closure gets; not kept alive.
    ///   - handler: called on the main thread by `undo()`, or by `redo()` where it is registered while undoing.
    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
    ) {
        register(UndoGroup.Action(target: target) { handler(unsafeDowncast($0, to: TargetType.self)) })
    }

    /// Registers a method that takes a change back.
    /// - Parameters:
    ///   - target: who has the method; not kept alive.
    ///   - selector: a method with one argument.
    ///   - anObject: its argument.
    open func registerUndo(withTarget target: Any, selector: Selector, object anObject: Any?) {
        register(UndoGroup.Action(target: target as AnyObject) { ($0 as? NSObject)?.perform(selector, with: anObject) })
    }

    private func register(_ action: UndoGroup.Action) {
        guard isUndoRegistrationEnabled else { return }
        if openGroups.isEmpty {
            if groupsByEvent {
                beginUndoGrouping()
                isEventGroup = true
                // The end of the event: the next turn of the run loop, where nobody ends it before.
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.endEvent() } }
            } else {
                Diagnostic.report("undo.no-group", "a change was registered outside any group; it becomes a separate group")
                openGroups = [UndoGroup()]
                defer { close() }
                return append(action)
            }
        }
        append(action)
    }

    private func append(_ action: UndoGroup.Action) {
        changeCount += 1
        if way == .forward { redoStack = [] }
        openGroups[openGroups.count - 1].actions.append(action)
    }

    /// Whether changes are registered; they are at first.
    open var isUndoRegistrationEnabled: Bool { disabled == 0 }
    /// Changes are not registered until `enableUndoRegistration()`, which has to be called as often.
    open func disableUndoRegistration() { disabled += 1 }
    /// The opposite of `disableUndoRegistration()`; without one, a diagnostic.
    open func enableUndoRegistration() {
        guard disabled > 0 else {
            return Diagnostic.report("undo.unbalanced", "enableUndoRegistration() was called without disableUndoRegistration()")
        }
        disabled -= 1
    }

    // MARK: Groups

    /// Whether the changes of one event are one group; true at first.
    open var groupsByEvent = true
    /// Modes of the run loop in which an event's group ends. Kept: it ends in every mode.
    open var runLoopModes: [RunLoop.Mode] = [.default]
    /// How many groups are open.
    open var groupingLevel: Int { openGroups.count }
    /// How many groups can be undone; 0, as at first, for any number. The oldest go.
    open var levelsOfUndo = 0 { didSet { limit() } }

    /// Begins a group: its changes are undone together. A group in a group is part of it.
    open func beginUndoGrouping() {
        if openGroups.isEmpty { isEventGroup = false }
        post(.NSUndoManagerCheckpoint)
        openGroups.append(UndoGroup())
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Ends the group that was begun last; without one, a diagnostic.
    open func endUndoGrouping() {
        guard !openGroups.isEmpty else {
            return Diagnostic.report("undo.unbalanced", "endUndoGrouping() was called without beginUndoGrouping()")
        }
        post(.NSUndoManagerCheckpoint)
        post(.NSUndoManagerWillCloseUndoGroup)
        close()
        post(.NSUndoManagerDidCloseUndoGroup)
    }

    /// Ends the group that an event's changes began.
    package func endEvent() {
        if isEventGroup, openGroups.count == 1, way == .forward { endUndoGrouping() }
    }

    private func close() {
        guard let group = openGroups.popLast() else { return }
        guard openGroups.isEmpty else {
            openGroups[openGroups.count - 1].actions += group.actions
            if !group.name.isEmpty { openGroups[openGroups.count - 1].name = group.name }
            return
        }
        isEventGroup = false
        guard !group.actions.isEmpty else { return }
        if way == .undoing { redoStack.append(group) } else { undoStack.append(group) }
        limit()
    }

    private func limit() {
        guard levelsOfUndo > 0 else { return }
        undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
        redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    // MARK: Undoing

    /// Whether there is anything to take back.
    open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
    /// Whether there is anything to do again.
    open var canRedo: Bool { !redoStack.isEmpty }
    /// Whether changes are being taken back.
    open var isUndoing: Bool { way == .undoing }
    /// Whether changes are being done again.
    open var isRedoing: Bool { way == .redoing }

    /// Takes back the changes of the last group, the last one first. An open group is ended before; where several are open, a diagnostic.
    open func undo() {
        if openGroups.count == 1, way == .forward { endUndoGrouping() }
        undoNestedGroup()
    }

    /// As `undo()`, without ending an open group: while one is open nothing is taken back, and a diagnostic says so.
    open func undoNestedGroup() {
        guard mayTurn("undo") else { return }
        post(.NSUndoManagerCheckpoint)
        guard let group = undoStack.popLast() else { return }
        run(group, .undoing, (.NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange))
    }

    /// Does again what was taken back last.
    open func redo() {
        endEvent()
        guard mayTurn("redo") else { return }
        post(.NSUndoManagerCheckpoint)
        guard let group = redoStack.popLast() else { return }
        run(group, .redoing, (.NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange))
    }

    private func mayTurn(_ name: String) -> Bool {
        guard way == .forward, openGroups.isEmpty else {
            Diagnostic.report(
                "undo.unbalanced", "\(name) was called while \(way == .forward ? "a group is open" : "undoing or redoing"); nothing is done"
            )
            return false
        }
        return true
    }

    private func run(_ group: UndoGroup, _ new: Way, _ names: (before: NSNotification.Name, after: NSNotification.Name)) {
        changeCount += 1
        post(names.before)
        way = new
        var opposite = UndoGroup()
        (opposite.name, opposite.isDiscardable) = (group.name, group.isDiscardable)
        openGroups = [opposite]
        for action in group.actions.reversed() {
            if let target = action.target { action.body(target) }
        }
        // Groups that an action began and did not end are part of this one.
        while !openGroups.isEmpty { close() }
        way = .forward
        post(names.after)
    }

    // MARK: Forgetting

    /// Forgets everything, also of open groups, and registers changes again.
    open func removeAllActions() {
        changeCount += 1
        (undoStack, redoStack, disabled) = ([], [], 0)
        // While undoing, the group that is open is ended by that.
        openGroups = openGroups.isEmpty || way == .forward ? [] : [UndoGroup()]
    }

    /// Forgets the actions of an object.
    open func removeAllActions(withTarget target: Any) {
        changeCount += 1
        let target = target as AnyObject
        openGroups = openGroups.map { $0.without(target) }
        undoStack = undoStack.map { $0.without(target) }.filter { !$0.actions.isEmpty }
        redoStack = redoStack.map { $0.without(target) }.filter { !$0.actions.isEmpty }
    }

    // MARK: Names

    /// Names the change that is being made, or that was made last; empty for no name.
    open func setActionName(_ actionName: String) {
        if !openGroups.isEmpty {
            openGroups[0].name = actionName
        } else if !undoStack.isEmpty {
            undoStack[undoStack.count - 1].name = actionName
        }
    }

    private var current: UndoGroup? { way == .forward && openGroups.contains { !$0.actions.isEmpty } ? openGroups[0] : undoStack.last }
    /// What would be taken back, as `setActionName(_:)` said; empty for nothing.
    open var undoActionName: String { current?.name ?? "" }
    /// What would be done again.
    open var redoActionName: String { redoStack.last?.name ?? "" }
    /// The title of a menu's command: "Undo", and the name.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
    /// The title of a menu's command: "Redo", and the name.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
    /// The title for a name; in English unless overridden.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String { actionName.isEmpty ? "Undo" : "Undo " + actionName }
    /// The title for a name; in English unless overridden.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String { actionName.isEmpty ? "Redo" : "Redo " + actionName }

    /// Says whether a document needs no saving after the change that is being made, or that was made last.
    open func setActionIsDiscardable(_ discardable: Bool) {
        if !openGroups.isEmpty {
            openGroups[0].isDiscardable = discardable
        } else if !undoStack.isEmpty {
            undoStack[undoStack.count - 1].isDiscardable = discardable
        }
    }
    /// Whether a document needs no saving after the change that would be taken back.
    open var undoActionIsDiscardable: Bool { current?.isDiscardable ?? false }
    /// Whether a document needs no saving after the change that would be done again.
    open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// What undo managers post, each with the manager.
extension NSNotification.Name {
    /// A group begins or ends, or something is undone.
    public static let NSUndoManagerCheckpoint = NSNotification.Name("NSUndoManagerCheckpointNotification")
    /// Changes are about to be taken back.
    public static let NSUndoManagerWillUndoChange = NSNotification.Name("NSUndoManagerWillUndoChangeNotification")
    /// Changes were taken back.
    public static let NSUndoManagerDidUndoChange = NSNotification.Name("NSUndoManagerDidUndoChangeNotification")
    /// Changes are about to be done again.
    public static let NSUndoManagerWillRedoChange = NSNotification.Name("NSUndoManagerWillRedoChangeNotification")
    /// Changes were done again.
    public static let NSUndoManagerDidRedoChange = NSNotification.Name("NSUndoManagerDidRedoChangeNotification")
    /// A group was begun.
    public static let NSUndoManagerDidOpenUndoGroup = NSNotification.Name("NSUndoManagerDidOpenUndoGroupNotification")
    /// A group is about to end.
    public static let NSUndoManagerWillCloseUndoGroup = NSNotification.Name("NSUndoManagerWillCloseUndoGroupNotification")
    /// A group has ended.
    public static let NSUndoManagerDidCloseUndoGroup = NSNotification.Name("NSUndoManagerDidCloseUndoGroupNotification")
}
