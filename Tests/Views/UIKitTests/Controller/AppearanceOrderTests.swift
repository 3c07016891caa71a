import UIKit
import XCTest

/// A controller's views are laid out before its `viewDidAppear(_:)`, wherever it shows; what it changes there has its measures at once.
@MainActor final class AppearanceOrderTests: XCTestCase {
    private final class Noting: UIViewController {
        var notes: [String] = []
        override func viewWillAppear(_ animated: Bool) { notes.append("will appear") }
        override func viewDidLayoutSubviews() { if notes.last != "laid out" { notes.append("laid out") } }
        override func viewDidAppear(_ animated: Bool) { notes.append("appeared") }
        override func viewDidDisappear(_ animated: Bool) { notes.append("disappeared") }
    }

    /// How a controller comes onto the screen.
    private var ways: [(String, @MainActor (UIViewController, Scene) -> Void)] {
        [
            ("root", { controller, scene in scene.turn { scene.window.rootViewController = controller } }),
            (
                "window shown",
                { controller, scene in
                    scene.turn {
                        scene.window.isHidden = true
                        scene.window.rootViewController = controller
                    }
                    scene.turn { scene.window.makeKeyAndVisible() }
                }
            ),
            (
                "first tab",
                { controller, scene in
                    let tabs = UITabBarController()
                    tabs.viewControllers = [controller, UIViewController()]
                    scene.turn { scene.window.rootViewController = tabs }
                }
            ),
            (
                "second tab",
                { controller, scene in
                    let tabs = UITabBarController()
                    tabs.viewControllers = [UIViewController(), controller]
                    scene.turn { scene.window.rootViewController = tabs }
                    scene.turn { tabs.selectedIndex = 1 }
                }
            ),
            (
                "navigation",
                { controller, scene in
                    scene.turn { scene.window.rootViewController = UINavigationController(rootViewController: controller) }
                }
            ),
            (
                "navigation in a tab",
                { controller, scene in
                    let tabs = UITabBarController()
                    tabs.viewControllers = [UINavigationController(rootViewController: controller)]
                    scene.turn { scene.window.rootViewController = tabs }
                }
            ),
            (
                "pushed",
                { controller, scene in
                    let navigation = UINavigationController(rootViewController: UIViewController())
                    scene.turn { scene.window.rootViewController = navigation }
                    scene.turn { navigation.pushViewController(controller, animated: false) }
                }
            ),
            (
                "presented",
                { controller, scene in
                    let root = UIViewController()
                    scene.turn { scene.window.rootViewController = root }
                    scene.turn { root.present(controller, animated: false) }
                }
            ),
        ]
    }

    func testLayoutComesFirst() async {
        for (name, show) in ways {
            let controller = Noting()
            show(controller, Scene(CGSize(width: 300, height: 400)))
            XCTAssertEqual(Array(controller.notes.prefix(3)), ["will appear", "laid out", "appeared"], name)
        }
    }

    /// A root that is replaced by what it calls comes and goes in pairs.
    func testARootThatReplacesItself() async {
        final class Replacing: UIViewController {
            var notes: [String] = []
            var isEarly = false
            override func viewWillAppear(_ animated: Bool) {
                notes.append("will appear")
                if isEarly { view.window?.rootViewController = UIViewController() }
            }
            override func viewDidLayoutSubviews() { view.window?.rootViewController = UIViewController() }
            override func viewDidAppear(_ animated: Bool) { notes.append("appeared") }
            override func viewWillDisappear(_ animated: Bool) { notes.append("will disappear") }
            override func viewDidDisappear(_ animated: Bool) { notes.append("disappeared") }
        }
        let scene = Scene(), controller = Replacing()
        scene.turn { scene.window.rootViewController = controller }
        XCTAssertNil(controller.view.superview)
        XCTAssertEqual(controller.notes, ["will appear", "will disappear", "disappeared"])
    }

    private final class Rows: UITableViewController {
        private var data: UITableViewDiffableDataSource<Int, Int>?
        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row")
            data = UITableViewDiffableDataSource(tableView: tableView) { table, place, item in
                let cell = table.dequeueReusableCell(withIdentifier: "row", for: place)
                var content = cell.defaultContentConfiguration()
                (content.text, content.secondaryText) = ("Row \(item)", "second")
                cell.contentConfiguration = content
                return cell
            }
        }
        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
            snapshot.appendSections([0])
            snapshot.appendItems(Array(0..<100))
            data?.apply(snapshot, animatingDifferences: false)
        }
    }

    func testRowsThatComeThenAreMeasured() async {
        for (name, show) in ways {
            let scene = Scene(CGSize(width: 390, height: 400)), rows = Rows(style: .plain)
            show(rows, scene)
            scene.turn {}
            let heights = Set(rows.tableView.visibleCells.map { Int($0.frame.height) })
            XCTAssertEqual(heights, [57], "\(name): two lines of the standard sizes")
            scene.turn { rows.tableView.contentOffset.y = 900 }
            XCTAssertEqual(Set(rows.tableView.visibleCells.map { Int($0.frame.height) }), [57], "\(name), scrolled")
        }
    }
}
