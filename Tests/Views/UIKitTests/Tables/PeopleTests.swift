import Agate
import XCTest

@testable import UIKit

/// The People of the Showcase example, ten thousand in a table with constraints in every cell: a frame costs what comes into view. Counts
/// decide; `bench views people` measures the longest frame.
@MainActor final class PeopleTests: XCTestCase {
    private func solvedRows() -> Int { LayoutSolver.counts.rows }

    func testAScrolledFrameCostsTheRowsThatComeIntoView() async throws {
        let scene = Scene(CGSize(width: 390, height: 844)), controller = PeopleController()
        let atStart = solvedRows()
        scene.turn { scene.window.rootViewController = controller }
        _ = scene.host.image()
        let table = controller.table
        XCTAssertEqual(table.numberOfRows(inSection: 0), 10_000)
        var shown = Set(try XCTUnwrap(table.indexPathsForVisibleRows))
        XCTAssertGreaterThan(shown.count, 10)
        let most = shown.count, rowsPerCell = (solvedRows() - atStart) / most + 1
        var cells = Set(table.visibleCells.map { ObjectIdentifier($0) }), quiet = 0
        for step in 0..<300 {
            let before = solvedRows()
            // A little, a little more, and far with a jump between.
            scene.turn { table.contentOffset.y += step < 100 ? 7 : step < 200 ? 90 : step == 250 ? 200_000 : 400 }
            _ = scene.host.image()
            let now = Set(try XCTUnwrap(table.indexPathsForVisibleRows)), new = now.subtracting(shown).count, solved = solvedRows() - before
            XCTAssertLessThanOrEqual(solved, new * rowsPerCell, "step \(step): \(new) rows came into view")
            if new == 0 { quiet += 1 }
            cells.formUnion(table.visibleCells.map { ObjectIdentifier($0) })
            shown = now
        }
        XCTAssertGreaterThan(quiet, 50, "frames without a new row, which solve nothing")
        XCTAssertLessThanOrEqual(cells.count, 2 * most, "cells are reused")
    }
}
