import XCTest
@testable import Badge

@MainActor
final class BadgeTests: XCTestCase {
    private var taps: [Int] = []

    func testATapCounts() {
        let badge = BadgeView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        badge.delegate = self
        badge.sendActions(for: .touchUpInside)
        XCTAssertEqual(taps, [1])
        XCTAssertEqual(badge.count, 1)
        for (name, known) in [("Spark", true), ("Burn:", true), ("None", false)] {
            let selector = NSSelectorFromString("show" + name)
            XCTAssertEqual(badge.responds(to: selector), known, name)
            XCTAssertEqual(BadgeView.instancesRespond(to: selector), known, name)
        }
        XCTAssertEqual(badge.perform(NSSelectorFromString("showBurn:"), with: 2)?.takeUnretainedValue() as? String, "burn 2")
    }

    func testItIsAPhone() throws { XCTAssertEqual(BadgeView.system, "phone") }

    func testTheResourceIsThere() async { XCTAssertEqual(BadgeView.word, "seven") }

    func testPlacesAreTheOriginals() {
        XCTAssertEqual(BadgeView.place, "Badge/BadgeView.swift:40")
        XCTAssertTrue(BadgeView.file.hasSuffix("/Sources/Badge/BadgeView.swift"), BadgeView.file)
    }
}

extension BadgeTests: BadgeViewDelegate {
    func badge(_ badge: BadgeView, didTap count: Int) { taps.append(count) }
}
