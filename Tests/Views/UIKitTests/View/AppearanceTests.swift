import Agate
import UIKit
import XCTest

final class AppearanceTests: XCTestCase {
    private final class Tag: UILabel {}
    private final class Box: UIView {}

    @MainActor private func shown(_ view: UIView, in window: UIWindow) -> UIView {
        window.addSubview(view)
        return view
    }

    func testViewsTakeOverWhatTheyHaveNoValueFor() async {
        await MainActor.run {
            let host = OffscreenHost(size: CGSize(width: 100, height: 100), scale: 1)
            host.perform {
                MainActor.assumeIsolated {
                    let window = UIWindow(host: host)
                    window.isHidden = false
                    Tag.appearance().textColor = .red
                    Tag.appearance(whenContainedInInstancesOf: [Box.self]).textColor = .green
                    let plain = Tag(), own = Tag(), contained = Tag(), other = UILabel(), box = Box()
                    own.textColor = .blue
                    box.addSubview(contained)
                    for view in [plain, own, other, box] { window.addSubview(view) }
                    XCTAssertEqual(plain.textColor, .red)
                    XCTAssertEqual(own.textColor, .blue)
                    XCTAssertEqual(contained.textColor, .green)
                    XCTAssertEqual(other.textColor, UILabel().textColor)
                    XCTAssertTrue(Tag.appearance() === Tag.appearance())
                }
            }
        }
    }

    func testItemsOfBars() async {
        await MainActor.run {
            final class Item: UITabBarItem {}
            Item.appearance().setTitleTextAttributes([.foregroundColor: UIColor.red], for: .normal)
            XCTAssertEqual(Item().titleTextAttributes(for: .normal)?[.foregroundColor] as? UIColor, .red)
            XCTAssertNil(UITabBarItem().titleTextAttributes(for: .normal))
            let own = Item()
            own.setTitleTextAttributes([.foregroundColor: UIColor.blue], for: .normal)
            XCTAssertEqual(own.titleTextAttributes(for: .normal)?[.foregroundColor] as? UIColor, .blue)
        }
    }
}

/// Values of UIKit's in archives.
final class ValueArchiveTests: XCTestCase {
    private func again<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        return try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
    }

    func testPath() throws {
        let path = UIBezierPath(roundedRect: CGRect(x: 1, y: 2, width: 30, height: 40), cornerRadius: 5)
        path.lineWidth = 3
        path.lineJoinStyle = .round
        path.usesEvenOddFillRule = true
        path.setLineDash([1, 2], count: 2, phase: 0.5)
        XCTAssertEqual(try again(path), path)
    }

    func testDamagedPath() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.encode(Data([0, 99]) as NSData, forKey: "UIBezierPathElements")
        archiver.encode(Data(count: 15) as NSData, forKey: "UIBezierPathPoints")
        archiver.finishEncoding()
        XCTAssertNil(UIBezierPath(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)))
    }

    func testShadow() throws {
        let shadow = NSShadow()
        (shadow.shadowOffset, shadow.shadowBlurRadius, shadow.shadowColor) = (CGSize(width: 1, height: 2), 3, UIColor.red)
        XCTAssertEqual(try again(shadow), shadow)
    }

    func testParagraph() throws {
        let style = NSMutableParagraphStyle()
        (style.alignment, style.lineSpacing, style.headIndent, style.lineBreakMode) = (.right, 4, 5, .byTruncatingMiddle)
        style.tabStops = [NSTextTab(textAlignment: .center, location: 7)]
        XCTAssertEqual(try again(style), style)
        XCTAssertEqual(try again(NSParagraphStyle.default), NSParagraphStyle.default)
    }

    func testFont() throws {
        let font = UIFont.boldSystemFont(ofSize: 13)
        XCTAssertEqual(try again(font).pointSize, 13)
        XCTAssertEqual(try again(font).fontName, font.fontName)
    }
}
