import Agate
import XCTest

@testable import UIKit

/// The space between pages, and a source that returns the current page again.
@MainActor final class PageEdgeTests: XCTestCase {
    private final class Same: NSObject, UIPageViewControllerDataSource {
        func pageViewController(_ pages: UIPageViewController, viewControllerBefore controller: UIViewController) -> UIViewController? {
            controller
        }
        func pageViewController(_ pages: UIPageViewController, viewControllerAfter controller: UIViewController) -> UIViewController? {
            controller
        }
    }

    func testTheCurrentPageIsNoNeighbour() async throws {
        for distance in [CGFloat(120), -120] {
            let scene = Scene(), pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal), source = Same()
            let page = UIViewController()
            pages.dataSource = source
            pages.setViewControllers([page], direction: .forward, animated: false)
            scene.turn { scene.window.rootViewController = pages }
            scene.touch(.began, 100, 50, at: 0.1)
            for step in 1...6 { scene.touch(.moved, 100 + distance * CGFloat(step) / 6, 50, at: 0.1 + Double(step) * 0.02) }
            scene.touch(.ended, 100 + distance, 50, at: 0.3)
            scene.advance(to: 2)
            XCTAssertTrue(pages.viewControllers?.first === page)
            XCTAssertEqual(page.view.convert(page.view.bounds, to: nil), CGRect(x: 0, y: 0, width: 200, height: 100))
        }
    }

    func testSpaceBetweenPages() async {
        let rows: [(UIPageViewController.TransitionStyle, Any?, CGFloat)] = [
            (.scroll, nil, 0), (.scroll, CGFloat(12), 12), (.scroll, 7, 7), (.scroll, 7.5, 7.5), (.scroll, NSNumber(value: 3), 3),
            (.scroll, CGFloat(-4), 0), (.scroll, CGFloat.nan, 0), (.scroll, CGFloat.infinity, 0), (.scroll, "a", 0),
            (.pageCurl, CGFloat(12), 0),
        ]
        for (style, value, wanted) in rows {
            let pages = UIPageViewController(
                transitionStyle: style, navigationOrientation: .horizontal, options: value.map { [.interPageSpacing: $0] })
            XCTAssertEqual(pages.spacing, wanted, "\(style), \(value.map { "\($0)" } ?? "nil")")
        }
    }
}
