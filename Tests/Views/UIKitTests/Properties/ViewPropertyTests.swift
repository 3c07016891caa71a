import Agate
import AgateDiagnostics
import XCTest

@testable import UIKit

/// Every settable property of the stock views: its default, its value, the others' values, and the picture, in any order of the calls.
@MainActor final class ViewPropertyTests: XCTestCase {
    private let size = CGSize(width: 340, height: 140)

    /// Returns the picture of a view after the changes, each of which follows a frame.
    private func picture(
        of owner: PropertyOwner<UIView>, _ before: @MainActor (UIView) -> Void, _ after: [@MainActor (UIView) -> Void] = []
    ) -> [UInt32] {
        let scene = Scene(size), view = owner.fresh()
        scene.turn {
            scene.window.backgroundColor = .white
            owner.prepare(view)
            before(view)
        }
        scene.add(view)
        for change in after {
            _ = scene.host.image()
            scene.turn { change(view) }
        }
        scene.advance(to: 2)
        return scene.host.image().rgbas
    }

    func testDefaultsAndValues() async {
        for owner in ViewProperties.all {
            for row in owner.rows {
                let view = owner.fresh()
                XCTAssertTrue(row.hasDefault(view), "\(owner.name).\(row.name) is \(row.text(view))")
                XCTAssertFalse(row.hasValue(view), "\(owner.name).\(row.name): the value is the default")
                owner.prepare(view)
                row.set(view)
                XCTAssertTrue(row.hasValue(view), "\(owner.name).\(row.name) was set, and is \(row.text(view))")
            }
        }
    }

    /// A property that is stored without effect reports other values, and not its default.
    func testDefaultsReportNothing() async {
        final class Messages: @unchecked Sendable { var list: [String] = [] }
        let messages = Messages(), token = Diagnostic.addObserver { messages.list.append($0.message) }
        for owner in ViewProperties.all {
            for row in owner.rows {
                let view = owner.fresh()
                Diagnostic.forgetReported()
                row.copy(view, owner.fresh())
                XCTAssertEqual(messages.list, [], "\(owner.name).\(row.name)")
                messages.list = []
            }
        }
        Diagnostic.removeObserver(token)
    }

    func testOtherPropertiesKeepTheirValues() async {
        for owner in ViewProperties.all {
            for row in owner.rows {
                let view = owner.fresh(), other = owner.fresh()
                owner.prepare(view)
                owner.prepare(other)
                row.set(view)
                let changed = Set(owner.rows.filter { !$0.areEqual(view, other) }.map(\.name)).subtracting([row.name])
                XCTAssertEqual(changed, owner.linked[row.name] ?? [], "\(owner.name).\(row.name)")
            }
        }
    }

    func testPicturesDoNotDependOnTheOrder() async {
        for owner in ViewProperties.all {
            let plain = picture(of: owner, { _ in })
            for row in owner.rows {
                let early = picture(of: owner, row.set)
                XCTAssertEqual(early != plain, !owner.silent.contains(row.name), "\(owner.name).\(row.name) shows")
                XCTAssertTrue(picture(of: owner, { _ in }, [row.set]) == early, "\(owner.name).\(row.name) is set after a frame")
                let usual = owner.fresh()
                owner.prepare(usual)
                XCTAssertTrue(picture(of: owner, row.set, [{ row.copy($0, usual) }]) == plain, "\(owner.name).\(row.name) is set back")
            }
        }
    }
}
