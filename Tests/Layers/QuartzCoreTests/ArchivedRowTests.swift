import CoreGraphics
import RenderTree
import RendererSupport
import XCTest

@testable import QuartzCore

/// Each row of the property table, and each key beside it, through an archive and back.
final class ArchivedRowTests: XCTestCase {
    /// Rows that no archive contains, and the reason.
    private static let leftOut = ["filters": "a CAFilter can't be archived", "backgroundFilters": "a CAFilter can't be archived"]

    private func back(_ layer: CALayer) throws -> CALayer {
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let read = try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
        XCTAssertEqual("\(type(of: read))", "\(type(of: layer))")
        return read
    }

    func testEachRow() throws {
        for row in PropertyTable.rows {
            let layer = CALayer.make(row.owner), standard = layer.currentState.value(of: row.property)
            layer.setValue(row.kind == .bool ? standard != .bool(true) : RowSamples.value(row, 0), forKey: row.key)
            let read = try back(layer), value = read.currentState.value(of: row.property)
            if let reason = Self.leftOut[row.key] {
                XCTAssertEqual(value, standard, "\(row.key) is an exception (\(reason)) and was kept")
                continue
            }
            XCTAssertNotEqual(value, standard, row.key)
            switch (value, layer.currentState.value(of: row.property)) {
            case (.image(let a)?, .image(let b)?): XCTAssertEqual([a.width, a.height], [b.width, b.height], row.key)
            case (.color(let a)?, .color(let b)?): XCTAssertEqual(a.rgba, b.rgba, row.key)
            case (.colors(let a)?, .colors(let b)?): XCTAssertEqual(a.map(\.rgba), b.map(\.rgba), row.key)
            case (.object?, .object?) where row.holdsEmitterObjects:
                XCTAssertEqual((read.value(forKey: row.key) as? [Any])?.count, 1, row.key)
            case (.object(let a)?, .object(let b)?): XCTAssertEqual("\(a.object)", "\(b.object)", row.key)
            case (let a, let b): XCTAssertEqual(a, b, row.key)
            }
        }
    }

    /// The values that the engine's own classes archive are those for which each key is asked.
    func testValuesAreThoseByKey() {
        for row in PropertyTable.rows where !row.holdsEmitterObjects {
            for isSet in [true, false] {
                let layer = CALayer.make(row.owner), standard = layer.currentState.value(of: row.property)
                layer.opacity = 0.5
                layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0.25, alpha: 1)
                if isSet {
                    layer.setValue(row.kind == .bool ? standard != .bool(true) : RowSamples.value(row, 0), forKey: row.key)
                } else {
                    layer.setValue(nil, forKey: row.key)
                }
                let direct = layer.valuesToArchive(byKey: false), asked = layer.valuesToArchive(byKey: true)
                XCTAssertEqual(PackedValues.pack(direct.plain), PackedValues.pack(asked.plain), row.key)
                XCTAssertEqual(direct.others.map(\.key), asked.others.map(\.key), row.key)
            }
        }
    }

    /// A value that was set to nil does not become the default again.
    func testNilInsteadOfADefault() throws {
        for row in PropertyTable.rows where row.kind == .color {
            let layer = CALayer.make(row.owner)
            layer.setValue(nil, forKey: row.key)
            XCTAssertNil(try back(layer).value(forKey: row.key), row.key)
        }
    }

    func testKeysBesideTheTable() throws {
        let values: [String: AnyHashable] = [
            "autoresizingMask": 18, "contentsHeadroom": 2.0, "toneMapMode": "never", "preferredDynamicRange": "high",
            "scrollMode": "vertically",
        ]
        XCTAssertEqual(Set(values.keys), Set(CALayer.keysBesideTheTable))
        let layer = CAScrollLayer()
        for (key, value) in values { layer.setValue(value, forKey: key) }
        let read = try back(layer)
        for (key, value) in values {
            let found = try XCTUnwrap(read.value(forKey: key) as? AnyHashable, key)
            XCTAssertEqual("\(found)", "\(layer.value(forKey: key) ?? "")", "\(key) should be \(value)")
            XCTAssertNotEqual("\(found)", "\(CAScrollLayer().value(forKey: key) ?? "")", key)
        }
        // Each other property without a row is part of the tree or of the program's objects, or follows from others.
        let others: Set<String> = [
            "frame", "superlayer", "sublayers", "mask", "delegate", "actions", "style", "layoutManager", "constraints",
        ]
        for kind in LayerClass.allCases {
            let keys = LayerKeyPaths.keys(of: type(of: CALayer.make(kind))).values.filter { key in
                !key.contains(".") && PropertyTable.row(forKey: key, of: kind) == nil
            }
            XCTAssertEqual(Set(keys).subtracting(others).subtracting(CALayer.keysBesideTheTable), [], kind.name)
        }
    }
}
