import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import XCTest

@testable import AgateFormats

/// Each row of the property table, and each key beside it, through a document and back, under its own name.
final class CAMLRowTests: XCTestCase {
    private func back(_ layer: CALayer) throws -> (text: String, layer: CALayer) {
        let data = try CAMLWriter().data(layer)
        let scene = try CAMLScene(document: CAMLDocument(data: data, folder: FileManager.default.temporaryDirectory))
        XCTAssertEqual(scene.diagnostics, [])
        return (String(decoding: data, as: UTF8.self), scene.rootLayer)
    }

    func testEachRow() throws {
        var trees = LayerTrees(seed: 7)
        for row in PropertyTable.rows {
            let layer = CALayer.make(row.owner), standard = layer.currentState.value(of: row.property)
            var isStandard: Bool { layer.currentState.value(of: row.property) == standard }
            switch row.key {
            case "filters", "backgroundFilters":
                let blur = CAFilter(type: "gaussianBlur")
                blur.setValue(3, forKey: "inputRadius")
                layer.setValue([blur], forKey: row.key)
            case "emitterCells": layer.setValue([trees.cell(depth: 2)], forKey: row.key)
            case "emitterBehaviors": layer.setValue([CAEmitterBehavior(type: "wave")], forKey: row.key)
            default:
                // At random, until it is neither nil nor the default.
                for _ in 0..<100 where isStandard {
                    if let value = trees.value(row) { layer.setValue(value, forKey: row.key) }
                }
            }
            XCTAssertFalse(isStandard, row.key)
            let read = try back(layer)
            XCTAssertTrue(read.text.contains(row.key), "\(row.key) is not in the document:\n\(read.text)")
            XCTAssertEqual(differences(layer, read.layer), [], row.key)
        }
    }

    func testEachClassAndEachKeyBesideTheTable() throws {
        for kind in LayerClass.allCases {
            let layer = CALayer.make(kind)
            layer.autoresizingMask = [.layerWidthSizable]
            layer.contentsHeadroom = 2
            layer.toneMapMode = .never
            layer.preferredDynamicRange = .high
            (layer as? CAScrollLayer)?.scrollMode = .vertically
            let read = try back(layer)
            XCTAssertEqual("\(type(of: read.layer))", kind.name)
            for key in CALayer.keysBesideTheTable where key != "scrollMode" || kind == .scroll {
                XCTAssertTrue(read.text.contains(key), "\(key): \(read.text)")
            }
            XCTAssertEqual(differences(layer, read.layer), [], kind.name)
        }
    }
}
