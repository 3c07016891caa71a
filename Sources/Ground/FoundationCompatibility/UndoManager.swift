import AgateDiagnostics
import Foundation
import ObjectiveCRuntime

/// Records the inverse operations of changes, and performs them.
///
/// The class corresponds to Apple's, which Foundation on Linux lacks. Code that makes a change registers the opposite change. Operations
/// registered during an undo are those of the redo. It must be used on the main thread.
///
///     func setName(_ name: String) {
///         undoManager.registerUndo(withTarget: self) { [old = self.name] in $0.setName(old) }
///         self.name = name
///     }
///
/// Targets are not retained. An action of a deallocated target has no effect. A group without actions leaves nothing to undo.
@preconcurrency @MainActor open class UndoManager: NSObject {
    private enum Way { case forward, undoing, redoing }

    private var undoStack: [UndoGroup] = [], redoStack: [UndoGroup] = []
    /// The open groups, the outermost first.
    private var openGroups: [UndoGroup] = []
    /// True if the first change of an event began the outermost open group.
    private var isEventGroup = false
    private var way = Way.forward
    private var disabled = 0
    /// The number of changes to the stacks. A client that combines several changes into one action can detect whether another change came
    /// between them.
    package private(set) var changeCount = 0

    /// Creates a manager with nothing to undo.
    @preconcurrency @MainActor public override init() { super.init() }

    // MARK: Registering

    /// Registers a closure that reverts a change.
    /// - Parameters:
    ///   - target: the argument of the closure, which is not retained.
    ///   - handler: called on the main thread by `undo()`, or by `redo()` if it is registered while undoing.
    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
    ) {
        register(UndoGroup.Action(target: target) { handler(unsafeDowncast($0, to: TargetType.self)) })
    }

    /// Registers a method that reverts a change.
    /// - Parameters:
    ///   - target: the object with the method, which is not retained.
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
                // The end of the event is the next iteration of the run loop, unless the event is ended before.
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

    /// A Boolean value that indicates whether changes are registered. Initially true.
    open var isUndoRegistrationEnabled: Bool { disabled == 0 }
    /// Disables the registration of changes until `enableUndoRegistration()` has been called as often.
    open func disableUndoRegistration() { disabled += 1 }
    /// Reverts one call of `disableUndoRegistration()`. Reports a diagnostic if there was none.
    open func enableUndoRegistration() {
        guard disabled > 0 else {
            return Diagnostic.report("undo.unbalanced", "enableUndoRegistration() was called without disableUndoRegistration()")
        }
        disabled -= 1
    }

    // MARK: Groups

    /// A Boolean value that indicates whether the changes of one event are one group. Initially true.
    open var groupsByEvent = true
    /// The run loop modes in which an event's group ends. Stored without effect: the group ends in every mode.
    open var runLoopModes: [RunLoop.Mode] = [.default]
    /// The number of open groups.
    open var groupingLevel: Int { openGroups.count }
    /// The maximum number of groups that can be undone. 0, the initial value, means no limit. The oldest groups are removed.
    open var levelsOfUndo = 0 { didSet { limit() } }

    /// Begins a group, whose changes are undone together. A nested group is part of the enclosing one.
    open func beginUndoGrouping() {
        if openGroups.isEmpty { isEventGroup = false }
        post(.NSUndoManagerCheckpoint)
        openGroups.append(UndoGroup())
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Ends the group that was begun last. Reports a diagnostic if there is none.
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

    /// A Boolean value that indicates whether there is a change to undo.
    open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
    /// A Boolean value that indicates whether there is a change to redo.
    open var canRedo: Bool { !redoStack.isEmpty }
    /// A Boolean value that indicates whether changes are being undone.
    open var isUndoing: Bool { way == .undoing }
    /// A Boolean value that indicates whether changes are being redone.
    open var isRedoing: Bool { way == .redoing }

    /// Undoes the changes of the last group, the last one first. An open group is ended before. Reports a diagnostic if several are open.
    open func undo() {
        if openGroups.count == 1, way == .forward { endUndoGrouping() }
        undoNestedGroup()
    }

    /// Undoes the last group like `undo()`, without ending an open group. While a group is open, nothing is undone, and a diagnostic is
    /// reported.
    open func undoNestedGroup() {
        guard mayTurn("undo") else { return }
        post(.NSUndoManagerCheckpoint)
        guard let group = undoStack.popLast() else { return }
        run(group, .undoing, (.NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange))
    }

    /// Redoes the last undone changes.
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

    // MARK: Removing actions

    /// Removes all actions, including those of open groups, and enables the registration of changes.
    open func removeAllActions() {
        changeCount += 1
        (undoStack, redoStack, disabled) = ([], [], 0)
        // During an undo, the undo ends the open group.
        openGroups = openGroups.isEmpty || way == .forward ? [] : [UndoGroup()]
    }

    /// Removes the actions of an object.
    open func removeAllActions(withTarget target: Any) {
        changeCount += 1
        let target = target as AnyObject
        openGroups = openGroups.map { $0.without(target) }
        undoStack = undoStack.map { $0.without(target) }.filter { !$0.actions.isEmpty }
        redoStack = redoStack.map { $0.without(target) }.filter { !$0.actions.isEmpty }
    }

    // MARK: Names

    /// Sets the name of the change in progress, or of the last one. Empty for no name.
    open func setActionName(_ actionName: String) {
        if !openGroups.isEmpty {
            openGroups[0].name = actionName
        } else if !undoStack.isEmpty {
            undoStack[undoStack.count - 1].name = actionName
        }
    }

    private var current: UndoGroup? { way == .forward && openGroups.contains { !$0.actions.isEmpty } ? openGroups[0] : undoStack.last }
    /// The name of the change that would be undone, set by `setActionName(_:)`. Empty if there is none.
    open var undoActionName: String { current?.name ?? "" }
    /// The name of the change that would be redone.
    open var redoActionName: String { redoStack.last?.name ?? "" }
    /// The title of the Undo command in a menu: "Undo", and the name.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
    /// The title of the Redo command in a menu: "Redo", and the name.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
    /// Returns the title for a name, in English unless overridden.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String { actionName.isEmpty ? "Undo" : "Undo " + actionName }
    /// Returns the title for a name, in English unless overridden.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String { actionName.isEmpty ? "Redo" : "Redo " + actionName }

    /// Sets whether a document needs no saving after the change in progress, or after the last one.
    open func setActionIsDiscardable(_ discardable: Bool) {
        if !openGroups.isEmpty {
            openGroups[0].isDiscardable = discardable
        } else if !undoStack.isEmpty {
            undoStack[undoStack.count - 1].isDiscardable = discardable
        }
    }
    /// A Boolean value that indicates whether a document needs no saving after the change that would be undone.
    open var undoActionIsDiscardable: Bool { current?.isDiscardable ?? false }
    /// A Boolean value that indicates whether a document needs no saving after the change that would be redone.
    open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// The notifications that undo managers post, each with the manager as its object.
extension NSNotification.Name {
    /// A group begins or ends, or a change is undone.
    public static let NSUndoManagerCheckpoint = NSNotification.Name("NSUndoManagerCheckpointNotification")
    /// Changes are about to be undone.
    public static let NSUndoManagerWillUndoChange = NSNotification.Name("NSUndoManagerWillUndoChangeNotification")
    /// Changes were undone.
    public static let NSUndoManagerDidUndoChange = NSNotification.Name("NSUndoManagerDidUndoChangeNotification")
    /// Changes are about to be redone.
    public static let NSUndoManagerWillRedoChange = NSNotification.Name("NSUndoManagerWillRedoChangeNotification")
    /// Changes were redone.
    public static let NSUndoManagerDidRedoChange = NSNotification.Name("NSUndoManagerDidRedoChangeNotification")
    /// A group was begun.
    public static let NSUndoManagerDidOpenUndoGroup = NSNotification.Name("NSUndoManagerDidOpenUndoGroupNotification")
    /// A group is about to end.
    public static let NSUndoManagerWillCloseUndoGroup = NSNotification.Name("NSUndoManagerWillCloseUndoGroupNotification")
    /// A group has ended.
    public static let NSUndoManagerDidCloseUndoGroup = NSNotification.Name("NSUndoManagerDidCloseUndoGroupNotification")
}
