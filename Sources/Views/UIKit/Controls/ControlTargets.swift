import QuartzCore

/// The targets and actions of a control, in the order in which they were added.
@MainActor struct ControlTargets {
    struct Entry {
        var events: UIControl.Event
        let uiAction: UIAction?
        weak var target: AnyObject?
        let hasTarget: Bool
        let selector: Selector?
        let call: @MainActor (UIControl, UIEvent?) -> Void
    }

    private(set) var entries: [Entry] = []

    mutating func add(_ action: UIAction, _ events: UIControl.Event) {
        remove(events) { $0.uiAction?.identifier == action.identifier }
        entries.append(
            Entry(events: events, uiAction: action, target: nil, hasTarget: false, selector: nil) { control, _ in control.sendAction(action)
            })
    }

    mutating func add(_ target: AnyObject?, _ selector: Selector, _ events: UIControl.Event) {
        if let index = entries.firstIndex(where: { $0.selector == selector && $0.target === target && $0.hasTarget == (target != nil) }) {
            entries[index].events.formUnion(events)
            return
        }
        entries.append(
            Entry(events: events, uiAction: nil, target: target, hasTarget: target != nil, selector: selector) {
                [weak target] control, event in
                control.sendAction(selector, to: target, for: event)
            })
    }

    mutating func add(_ target: AnyObject, _ events: UIControl.Event, _ call: @escaping @MainActor (UIControl) -> Void) {
        entries.append(Entry(events: events, uiAction: nil, target: target, hasTarget: true, selector: nil) { control, _ in call(control) })
    }

    /// Removes events from all matching entries, and removes entries without events.
    mutating func remove(_ events: UIControl.Event, where matches: (Entry) -> Bool) {
        for index in entries.indices where matches(entries[index]) { entries[index].events.subtract(events) }
        entries.removeAll { $0.events.isEmpty }
    }

    /// Calls all entries for the events. The called code may add and remove entries.
    func send(_ events: UIControl.Event, _ control: UIControl, _ event: UIEvent?) {
        for entry in entries where !entry.events.isDisjoint(with: events) && (!entry.hasTarget || entry.target != nil) {
            entry.call(control, event)
        }
    }
}
