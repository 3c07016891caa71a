import Agate
import XCTest

@testable import UIKit

/// A table that becomes lower in an animation block shows its rows until the animation ends.
@MainActor final class LeavingRowsTests: XCTestCase {
    private final class Source: NSObject, UITableViewDataSource {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }
    }

    private func shown(reloading: Bool, animated: Bool) -> (halfway: Int, after: Int) {
        let scene = Scene(CGSize(width: 100, height: 200)), source = Source()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 160))
        table.rowHeight = 40
        table.dataSource = source
        scene.add(table)
        scene.advance(to: scene.time + 0.1)
        scene.turn {
            if reloading { table.reloadData() }
            UIView.animate(withDuration: animated ? 0.4 : 0) {
                table.frame.size.height = 0
                table.layoutIfNeeded()
            }
        }
        scene.advance(to: scene.time + 0.2)
        let halfway = table.subviews.filter { $0 is UITableViewCell }.count
        scene.advance(to: scene.time + 0.4)
        scene.advance(to: scene.time + 0.1)
        return (halfway, table.subviews.filter { $0 is UITableViewCell }.count)
    }

    func testRowsStayUntilTheEnd() async {
        for reloading in [false, true] {
            let animated = shown(reloading: reloading, animated: true)
            XCTAssertEqual(animated.halfway, 4)
            XCTAssertEqual(animated.after, 0)
            let atOnce = shown(reloading: reloading, animated: false)
            XCTAssertEqual(atOnce.halfway, 0)
        }
    }
}
