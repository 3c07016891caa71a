import AgateDiagnostics
import Foundation
import FoundationCompatibility
import ObjectiveCRuntime
import XCTest

@MainActor final class UndoManagerTests: XCTestCase {
    @MainActor private final class Model: NSObject {
        let manager = UndoManager()
        var name = "a"
        func set(_ new: String) {
            manager.registerUndo(withTarget: self) { [name] in $0.set(name) }
            name = new
        }
    }

    /// The identifiers that are reported while something runs.
    private func reports(_ body: () -> Void) -> [String] {
        final class List: @unchecked Sendable { var identifiers: [String] = [] }
        // Unchecked: all of it happens on the main thread.
        let list = List()
        let token = Diagnostic.addObserver { list.identifiers.append($0.identifier) }
        defer { Diagnostic.removeObserver(token) }
        body()
        return list.identifiers
    }

    func testUndoAndRedo() async {
        let model = Model(), manager = model.manager
        XCTAssertFalse(manager.canUndo)
        manager.undo()
        model.set("b")
        manager.setActionName("Rename")
        XCTAssertTrue(manager.canUndo)
        XCTAssertEqual(manager.groupingLevel, 1)
        XCTAssertEqual(manager.undoMenuItemTitle, "Undo Rename")
        manager.undo()
        XCTAssertEqual(model.name, "a")
        XCTAssertFalse(manager.canUndo)
        XCTAssertTrue(manager.canRedo)
        XCTAssertEqual(manager.redoMenuItemTitle, "Redo Rename")
        manager.redo()
        XCTAssertEqual(model.name, "b")
        XCTAssertEqual(manager.undoActionName, "Rename")
        manager.undo()
        // Another change: there is nothing to do again.
        model.set("c")
        XCTAssertFalse(manager.canRedo)
        manager.redo()
        XCTAssertEqual(model.name, "c")
    }

    func testEventsAreGroups() async {
        let model = Model(), manager = model.manager
        model.set("b")
        model.set("c")
        manager.endEvent()
        model.set("d")
        // The run loop ends the event, too.
        let turned = expectation(description: "turned")
        DispatchQueue.main.async { turned.fulfill() }
        await fulfillment(of: [turned], timeout: 10)
        XCTAssertEqual(manager.groupingLevel, 0)
        model.set("e")
        manager.undo()
        XCTAssertEqual(model.name, "d")
        manager.undo()
        XCTAssertEqual(model.name, "c")
        manager.undo()
        XCTAssertEqual(model.name, "a")
        for wanted in ["c", "d", "e"] {
            manager.redo()
            XCTAssertEqual(model.name, wanted)
        }
    }

    func testGroupsInGroupsLevelsAndNames() async {
        let model = Model(), manager = model.manager
        manager.groupsByEvent = false
        manager.levelsOfUndo = 2
        for name in ["b", "c", "d"] {
            manager.beginUndoGrouping()
            manager.beginUndoGrouping()
            model.set(name)
            manager.endUndoGrouping()
            model.set(name + name)
            manager.endUndoGrouping()
        }
        manager.beginUndoGrouping()
        manager.endUndoGrouping()
        manager.undo()
        XCTAssertEqual(model.name, "cc")
        manager.undo()
        XCTAssertEqual(model.name, "bb")
        manager.undo()
        XCTAssertEqual(model.name, "bb", "the oldest went")
        manager.redo()
        XCTAssertEqual(model.name, "cc")
        manager.levelsOfUndo = 1
        XCTAssertEqual(manager.undoActionName, "")
        manager.setActionName("Name")
        XCTAssertEqual(manager.undoActionName, "Name")
        manager.removeAllActions()
        XCTAssertFalse(manager.canUndo || manager.canRedo)
    }

    func testTargetsAreNotKept() async {
        let manager = UndoManager()
        var calls = 0
        do {
            let target = NSObject()
            manager.registerUndo(withTarget: target) { _ in calls += 1 }
        }
        let other = NSObject(), third = NSObject()
        manager.registerUndo(withTarget: other) { _ in calls += 10 }
        manager.registerUndo(withTarget: third) { _ in calls += 100 }
        manager.removeAllActions(withTarget: third)
        manager.undo()
        XCTAssertEqual(calls, 10)
    }

    func testSelectorsAndRegistration() async {
        let manager = UndoManager(), model = Model()
        let selector = Selector("set:", of: Model.self) { model, arguments in model.name = try arguments[0] }
        manager.registerUndo(withTarget: model, selector: selector, object: "z")
        manager.undo()
        XCTAssertEqual(model.name, "z")
        manager.disableUndoRegistration()
        manager.registerUndo(withTarget: model, selector: selector, object: "y")
        manager.enableUndoRegistration()
        XCTAssertFalse(manager.canUndo)
    }

    func testMistakesAreReported() async {
        let manager = UndoManager(), model = Model()
        manager.groupsByEvent = false
        XCTAssertEqual(reports { manager.endUndoGrouping() }, ["undo.unbalanced"])
        XCTAssertEqual(reports { manager.enableUndoRegistration() }, ["undo.unbalanced"])
        XCTAssertEqual(
            reports { manager.registerUndo(withTarget: model) { $0.name = "q" } }, ["undo.no-group"])
        XCTAssertEqual(manager.groupingLevel, 0)
        // Undoing while undoing: refused.
        manager.beginUndoGrouping()
        manager.registerUndo(withTarget: model) { _ in manager.undo() }
        manager.endUndoGrouping()
        XCTAssertEqual(reports { manager.undo() }, ["undo.unbalanced"])
        manager.undo()
        XCTAssertEqual(model.name, "q")
        // Forgetting everything while undoing.
        manager.beginUndoGrouping()
        manager.registerUndo(withTarget: model) { _ in manager.removeAllActions() }
        manager.endUndoGrouping()
        manager.undo()
        XCTAssertFalse(manager.canUndo || manager.canRedo)
        XCTAssertEqual(manager.groupingLevel, 0)
    }
}
