import XCTest

@testable import UIKit

/// Values that follow from a table: orientations, text styles, traits, sizes of screens, pasteboards and archives.
@MainActor final class PlainValueTests: XCTestCase {
    func testOrientations() async {
        let device: [(UIDeviceOrientation, portrait: Bool, landscape: Bool)] = [
            (.unknown, false, false), (.portrait, true, false), (.portraitUpsideDown, true, false), (.landscapeLeft, false, true),
            (.landscapeRight, false, true), (.faceUp, false, false), (.faceDown, false, false),
        ]
        for (orientation, portrait, landscape) in device {
            XCTAssertEqual(orientation.isPortrait, portrait, "\(orientation)")
            XCTAssertEqual(orientation.isLandscape, landscape, "\(orientation)")
            XCTAssertEqual(orientation.isValidInterfaceOrientation, portrait || landscape, "\(orientation)")
        }
        let interface: [(UIInterfaceOrientation, portrait: Bool, landscape: Bool)] = [
            (.unknown, false, false), (.portrait, true, false), (.portraitUpsideDown, true, false), (.landscapeLeft, false, true),
            (.landscapeRight, false, true),
        ]
        for (orientation, portrait, landscape) in interface {
            XCTAssertEqual(orientation.isPortrait, portrait, "\(orientation)")
            XCTAssertEqual(orientation.isLandscape, landscape, "\(orientation)")
        }
    }

    /// The sizes and weights of Apple's styles at the standard text size.
    func testTextStyles() async {
        let styles: [(UIFont.TextStyle, CGFloat, UIFont.Weight)] = [
            (.largeTitle, 34, .regular), (.title1, 28, .regular), (.title2, 22, .regular), (.title3, 20, .regular),
            (.headline, 17, .semibold),
            (.body, 17, .regular), (.callout, 16, .regular), (.subheadline, 15, .regular), (.footnote, 13, .regular),
            (.caption1, 12, .regular),
            (.caption2, 11, .regular),
        ]
        for (style, size, weight) in styles {
            XCTAssertEqual(UIFont.preferredFont(forTextStyle: style), .systemFont(ofSize: size, weight: weight), "\(style)")
        }
        XCTAssertEqual([UIFont.labelFontSize, UIFont.buttonFontSize, UIFont.smallSystemFontSize, UIFont.systemFontSize], [17, 18, 12, 14])
    }

    func testTraitsAreEqualByValue() async throws {
        let parts: [UITraitCollection] = [
            UITraitCollection(displayScale: 3), UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(userInterfaceIdiom: .phone),
            UITraitCollection(horizontalSizeClass: .compact), UITraitCollection(verticalSizeClass: .compact),
            UITraitCollection(layoutDirection: .rightToLeft),
        ]
        let all = UITraitCollection(traitsFrom: parts)
        XCTAssertEqual(all, UITraitCollection(traitsFrom: parts.reversed()))
        XCTAssertEqual(all.hash, UITraitCollection(traitsFrom: parts).hash)
        let data = try NSKeyedArchiver.archivedData(withRootObject: all, requiringSecureCoding: false)
        XCTAssertEqual(try NSKeyedUnarchiver.unarchivedObject(ofClass: UITraitCollection.self, from: data), all)
        for (index, part) in parts.enumerated() {
            var others = parts
            others.remove(at: index)
            let without = UITraitCollection(traitsFrom: others)
            XCTAssertNotEqual(without, all, "trait \(index)")
            XCTAssertTrue(all.containsTraits(in: part))
            XCTAssertFalse(without.containsTraits(in: part))
            XCTAssertEqual(part, UITraitCollection(traitsFrom: [part]))
            XCTAssertEqual(without.hasDifferentColorAppearance(comparedTo: all), index == 1)
        }
        XCTAssertFalse(all.isEqual(nil))
        XCTAssertFalse(all.isEqual("traits"))
    }

    func testSizesOfScreens() async {
        let texts: [(String, CGSize?, CGFloat)] = [
            ("390x844@3", CGSize(width: 390, height: 844), 3), ("100x50", CGSize(width: 100, height: 50), 2),
            ("1x1@0.5", CGSize(width: 1, height: 1), 0.5), ("16384x16384@8", CGSize(width: 16384, height: 16384), 8), ("16385x1", nil, 0),
            ("1x16384.5", nil, 0), ("0.9x5", nil, 0), ("5x5@0.4", nil, 0), ("5x5@8.1", nil, 0), ("5x5@nan", nil, 0), ("5", nil, 0),
            ("5x5x5", nil, 0), ("ax5", nil, 0), ("", nil, 0),
        ]
        for (text, size, scale) in texts {
            let found = UIScreen.askedSize(text)
            XCTAssertEqual(found?.size, size, text)
            if size != nil { XCTAssertEqual(found?.scale, scale, text) }
        }
        XCTAssertNil(UIScreen.askedSize(nil))
        let screen = Scene(CGSize(width: 200, height: 100), scale: 3).window.screen
        XCTAssertEqual(screen.nativeBounds, CGRect(x: 0, y: 0, width: 600, height: 300))
        XCTAssertEqual(screen.bounds, CGRect(x: 0, y: 0, width: 200, height: 100))
        XCTAssertEqual([screen.scale, screen.nativeScale], [3, 3])
    }

    func testPasteboardsHaveOneKindAtATime() async {
        let board = UIPasteboard.withUniqueName(), url = URL(string: "https://example.com/a"), picture = ViewProperties.picture
        func kinds() -> [Bool] { [board.hasStrings, board.hasImages, board.hasURLs, board.hasColors] }
        XCTAssertEqual(kinds(), [false, false, false, false])
        var changes = board.changeCount
        func changed(_ wanted: [Bool], line: UInt = #line) {
            XCTAssertEqual(kinds(), wanted, line: line)
            XCTAssertEqual(board.changeCount, changes + 1, line: line)
            changes = board.changeCount
        }
        board.string = "a"
        changed([true, false, false, false])
        XCTAssertEqual(board.strings, ["a"])
        board.image = picture
        changed([false, true, false, false])
        XCTAssertEqual(board.image, picture)
        board.url = url
        changed([false, false, true, false])
        XCTAssertEqual(board.url, url)
        board.color = .red
        changed([false, false, false, true])
        XCTAssertEqual(board.color, .red)
        board.strings = ["b", "c"]
        changed([true, false, false, false])
        XCTAssertEqual(board.string, "b")
        board.string = nil
        changed([false, false, false, false])
    }

    /// A view from an archive has every property that archives keep.
    func testArchivesOfViews() async throws {
        let kept: Set = [
            "frame", "bounds", "center", "transform", "alpha", "isHidden", "tag", "clipsToBounds", "isOpaque", "contentMode",
            "autoresizingMask",
            "isUserInteractionEnabled", "backgroundColor", "tintColor",
        ]
        let owner = ViewProperties.view
        for row in owner.rows where kept.contains(row.name) {
            let view = UIView(frame: CGRect(x: 12, y: 23, width: 34, height: 45))
            row.set(view)
            let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
            let again = try XCTUnwrap(NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? UIView)
            for other in owner.rows where kept.contains(other.name) {
                XCTAssertTrue(
                    other.areEqual(view, again), "\(row.name): \(other.name) was \(other.text(view)), and is \(other.text(again))")
            }
        }
        XCTAssertEqual(kept.subtracting(owner.rows.map(\.name)), [])
    }
}
