import XCTest
@testable import RenderTree

/// Key paths as text, and as what an animation targets.
final class KeyPathTextTests: XCTestCase {
    func testTheFirstDot() {
        // Of at most 15 bytes and of more, since short strings are stored differently; and with letters of several bytes.
        for head in ["", "a", "position", "a key that is longer than fifteen bytes", "größe", "a\u{0301}"] {
            XCTAssertNil(head.firstDot, head)
            for tail in ["", "x", "x.y", "ä.b"] {
                let path = head + "." + tail
                XCTAssertEqual(path.firstDot.map { String(path[..<$0]) }, head, path)
            }
        }
    }

    /// A target that parsed its key path gives the same as one that parses it when asked, for every property, component and class.
    func testTargetsParseTheirKeyPathsOnce() {
        var paths = ["", "mine", "mine.x", "transform.nothing", "filters.blur.inputRadius", "emitterCells.a.velocity"]
        for row in PropertyTable.rows { paths += [row.key, row.key + ".x", row.key + ".rotation.z", row.key + ".size.width"] }
        for layerClass in LayerClass.allCases {
            for path in paths {
                let target = AnimationSpec.Target(keyPath: path, of: layerClass), plain = AnimationSpec.Target(keyPath: path)
                XCTAssertEqual(target.path(of: layerClass), PropertyKeyPath(path, of: layerClass), path)
                XCTAssertEqual(plain.path(of: layerClass), PropertyKeyPath(path, of: layerClass), path)
                XCTAssertEqual(target, plain)
                XCTAssertEqual(target.hashValue, plain.hashValue)
            }
        }
        var target = AnimationSpec.Target(keyPath: "position", of: .layer)
        target.keyPath = "bounds.size"
        XCTAssertEqual(target.path(of: .layer), PropertyKeyPath("bounds.size", of: .layer))
        XCTAssertNotEqual(target, AnimationSpec.Target(keyPath: "position", of: .layer))
    }
}
