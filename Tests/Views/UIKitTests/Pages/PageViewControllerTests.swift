import Agate
import UIKit
import XCTest

@MainActor final class PageViewControllerTests: XCTestCase {
    private final class Page: UIViewController {
        let number: Int
        let log: Book
        init(_ number: Int, _ log: Book) {
            (self.number, self.log) = (number, log)
            super.init(nibName: nil, bundle: nil)
        }
        required init?(coder: NSCoder) { nil }
        override func viewDidAppear(_ animated: Bool) { log.notes.append("\(number) appeared") }
        override func viewDidDisappear(_ animated: Bool) { log.notes.append("\(number) disappeared") }
    }

    /// Pages 0 to 2.
    private final class Book: NSObject, UIPageViewControllerDataSource, UIPageViewControllerDelegate {
        var notes: [String] = []
        func pageViewController(_ pages: UIPageViewController, viewControllerBefore controller: UIViewController) -> UIViewController? {
            number(controller) > 0 ? Page(number(controller) - 1, self) : nil
        }
        func pageViewController(_ pages: UIPageViewController, viewControllerAfter controller: UIViewController) -> UIViewController? {
            number(controller) < 2 ? Page(number(controller) + 1, self) : nil
        }
        func presentationCount(for pages: UIPageViewController) -> Int { 3 }
        func presentationIndex(for pages: UIPageViewController) -> Int { pages.viewControllers?.first.map(number) ?? 0 }
        func pageViewController(_ pages: UIPageViewController, willTransitionTo pending: [UIViewController]) {
            notes.append("to \(pending.map(number))")
        }
        func pageViewController(
            _ pages: UIPageViewController, didFinishAnimating finished: Bool, previousViewControllers: [UIViewController],
            transitionCompleted: Bool
        ) { notes.append("from \(previousViewControllers.map(number)) \(transitionCompleted)") }
        func number(_ controller: UIViewController) -> Int { (controller as? Page)?.number ?? -1 }
    }

    private func show(_ orientation: UIPageViewController.NavigationOrientation = .horizontal) -> (Scene, UIPageViewController, Book) {
        let scene = Scene(CGSize(width: 200, height: 100)), book = Book()
        let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: orientation, options: [.interPageSpacing: 10])
        pages.dataSource = book
        pages.delegate = book
        pages.setViewControllers([Page(0, book)], direction: .forward, animated: false)
        scene.turn { scene.window.rootViewController = pages }
        return (scene, pages, book)
    }

    private func swipe(_ scene: Scene, _ from: CGFloat, _ to: CGFloat, at start: Double) {
        scene.touch(.began, from, 50, at: start)
        for step in 1...5 { scene.touch(.moved, from + (to - from) * CGFloat(step) / 5, 50, at: start + Double(step) * 0.02) }
        scene.touch(.ended, to, 50, at: start + 0.11)
    }

    func testOnePageFillsTheView() async {
        let (scene, pages, book) = show()
        scene.advance(to: 0.1)
        XCTAssertEqual(book.notes, ["0 appeared"])
        let page = pages.viewControllers?.first
        XCTAssertEqual(page?.view.convert(page?.view.bounds ?? .zero, to: pages.view), CGRect(x: 0, y: 0, width: 200, height: 100))
        XCTAssertEqual(pages.children.count, 1)
        XCTAssertEqual(pages.view.subviews.compactMap { $0 as? UIPageControl }.first?.numberOfPages, 3)
    }

    func testAFingerBringsTheNextPage() async {
        let (scene, pages, book) = show()
        scene.advance(to: 0.1)
        book.notes = []
        swipe(scene, 180, 40, at: 0.2)
        scene.advance(to: 2)
        XCTAssertEqual(book.notes, ["to [1]", "1 appeared", "0 disappeared", "from [0] true"])
        XCTAssertEqual(pages.viewControllers?.map(book.number), [1])
        XCTAssertEqual(pages.children.map(book.number), [1])
        let page = pages.viewControllers?.first
        XCTAssertEqual(page?.view.convert(CGPoint.zero, to: pages.view), .zero)
        // Back, and beyond the first page.
        book.notes = []
        swipe(scene, 40, 180, at: 2.1)
        scene.advance(to: 4)
        XCTAssertEqual(pages.viewControllers?.map(book.number), [0])
        swipe(scene, 40, 180, at: 4.1)
        scene.advance(to: 6)
        XCTAssertEqual(pages.viewControllers?.map(book.number), [0])
        XCTAssertEqual(book.notes.filter { $0.hasPrefix("to") }, ["to [0]"])
    }

    func testAFingerThatLetsGoEarlyChangesNothing() async {
        let (scene, pages, book) = show()
        scene.advance(to: 0.1)
        book.notes = []
        scene.touch(.began, 180, 50, at: 0.2)
        for step in 1...5 { scene.touch(.moved, 180 - CGFloat(step) * 6, 50, at: 0.2 + Double(step) * 0.1) }
        scene.touch(.ended, 150, 50, at: 1.5)
        scene.advance(to: 3)
        XCTAssertEqual(book.notes.filter { !$0.contains("app") }, ["to [1]", "from [0] false"])
        XCTAssertEqual(pages.viewControllers?.map(book.number), [0])
        XCTAssertEqual(pages.children.map(book.number), [0])
    }

    func testProgramsChangePagesAnimated() async {
        let (scene, pages, book) = show(.vertical)
        scene.advance(to: 0.1)
        book.notes = []
        var ends: [Bool] = []
        scene.turn { pages.setViewControllers([Page(2, book)], direction: .reverse, animated: true) { ends.append($0) } }
        scene.advance(to: 0.25)
        XCTAssertEqual(ends, [])
        let coming = pages.children.first { book.number($0) == 2 }
        let place = coming?.view.convert(CGPoint.zero, to: pages.view).y ?? 0
        XCTAssertTrue(place < 0 && place > -110, "\(place)")
        scene.advance(to: 1)
        XCTAssertEqual(ends, [true])
        XCTAssertEqual(book.notes, ["2 appeared", "0 disappeared"])
        // One that is interrupted is over at once.
        scene.turn { pages.setViewControllers([Page(1, book)], direction: .forward, animated: true) { ends.append($0) } }
        scene.turn { pages.setViewControllers([Page(0, book)], direction: .forward, animated: false) { ends.append($0) } }
        XCTAssertEqual(ends, [true, true, true])
        XCTAssertEqual(pages.children.map(book.number), [0])
        scene.turn { pages.setViewControllers(nil, direction: .forward, animated: false) }
        XCTAssertEqual(pages.children, [])
    }
}
