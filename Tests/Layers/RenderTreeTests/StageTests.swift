import CoreGraphics
import TestSupport
import XCTest
@testable import RenderTree

/// The stages of the render tree: few stored properties each, and values between them that can be read.
final class StageTests: XCTestCase {
    private var scene = TreeScene()
    private let tree = RenderTree(viewport: Viewport(width: 100, height: 100, rootGeometryFlipped: true))

    func testStagesHaveFewStoredProperties() {
        for (stage, limit) in [
            (tree as Any, 15), (tree.nodes, 15), (tree.timeline, 15), (tree.scene, 15), (tree.scene.editor, 15), (tree.scene.writer, 15),
            (tree.scene.depthSorter, 6), (tree.scene.extents, 6), (tree.scene.splicer, 6), (tree.scene.splicer.order, 2),
            (tree.scene.indexes, 6), (tree.scene.limits, 6), (tree.scene.delayed, 2), (tree.scene.sleepers, 3),
        ] {
            let names = Mirror(reflecting: stage).children.compactMap(\.label)
            XCTAssertLessThan(names.count, limit, "\(type(of: stage)): \(names)")
        }
    }

    /// The lines of all files that declare or extend a type: a stage that grows beyond these needs another type, not another file.
    func testStagesAreSmall() throws {
        var lines: [Substring: Int] = [:]
        for file in Repository.files(below: "Sources/Layers/RenderTree", ["swift"]) {
            let text = try String(contentsOf: file, encoding: .utf8)
            let types = text.matches(of: /(?m)^(?:package )?(?:final )?(?:class|struct|enum|extension) (\w+)/).map(\.1)
            let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            for type in Set(types) { lines[type, default: 0] += count }
        }
        for (type, limit) in [
            ("RenderTree", 800), ("NodeTable", 300), ("Timeline", 1_200), ("Scene", 1_200), ("PartsWriter", 800), ("DrawListEditor", 800),
            ("DepthSorter", 200), ("PlaneSplit", 400), ("LayerExtents", 200), ("SiblingOrder", 200), ("ListSplicer", 300),
            ("NodeBefore", 200), ("InstanceSequence", 200), ("DelayedReplicators", 200), ("BitmapSpace", 200), ("TransitionLayout", 200),
            ("SceneLimits", 200), ("SublayerIndexes", 400),
        ] as [(Substring, Int)] {
            let count = try XCTUnwrap(lines[type], "no file declares \(type)")
            XCTAssertLessThan(count, limit, "\(type)")
        }
    }

    /// A file names the types of its own stage and of those that it gets values from, and no other.
    func testFilesDoNotReachPastTheirStage() throws {
        let stages = ["Nodes", "Timeline", "Scene", "Parts", "DrawList"]
        var count = 0
        for folder in stages {
            for file in Repository.files(below: "Sources/Layers/RenderTree/\(folder)", ["swift"]) {
                let name = file.lastPathComponent
                // The invariants are rules about all stages.
                if name == "Invariants.swift" { continue }
                let forbidden: Set<Substring> =
                    switch folder {
                    case "Nodes": ["RenderTree", "Timeline", "Scene", "PartsWriter", "DrawListEditor"]
                    case "Timeline": ["RenderTree", "Scene", "PartsWriter", "DrawListEditor"]
                    case "Parts": ["RenderTree", "Scene", "NodeTable"]
                    case "DrawList": ["RenderTree", "Scene", "Timeline", "PartsWriter", "NodeTable", "RenderNode"]
                    default: name == "Scene.swift" || name.hasPrefix("Scene+") ? ["RenderTree"] : ["RenderTree", "Scene"]
                    }
                count += 1
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
                    for word in code.matches(of: /\w+/) where forbidden.contains(word.0) {
                        XCTFail("\(folder)/\(name) names \(word.0): \(code)")
                    }
                }
            }
        }
        XCTAssertGreaterThan(count, 60)
    }

    /// Properties of the tree's classes are accessed for each layer of a frame, and by one thread. Where the compiler can't prove that
    /// accesses don't overlap, each would call the runtime: a tenth of the evaluation's instructions.
    func testClassesOfTheTreeHaveNoDynamicExclusivityChecks() throws {
        var count = 0
        for folder in ["RenderTree", "Compositor/Passes", "Compositor/Ops", "Compositor/Coverage"] {
            for file in Repository.files(below: "Sources/Layers/\(folder)", ["swift"]) {
                var isInClass = false
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    if line.contains(/^(package )?final class \w+ *(: \w+ *)?\{/) {
                        isInClass = true
                    } else if line == "}" {
                        isInClass = false
                    }
                    guard isInClass, let variable = line.firstMatch(of: /^    ([a-z@(][a-z()@ ]* )?var (\w+)/), !line.contains(/\{/) else {
                        continue
                    }
                    XCTAssertTrue(line.contains("@exclusivity(unchecked)"), "\(file.lastPathComponent): \(variable.2)")
                    count += 1
                }
            }
        }
        XCTAssertGreaterThan(count, 80)
    }

    func testTheTimelinePassesOnWhatChanged() {
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let still = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: root)
        let mover = scene.layer(frame: CGRect(x: 20, y: 0, width: 10, height: 10), color: green, in: root)
        scene.root(root)
        scene.animate(mover, basicSpec("opacity", .number(0), .number(1), duration: 2))
        tree.apply(scene.commit())
        XCTAssertEqual(Set(tree.nodes.changes.map(\.layer)), [root, still, mover], "all that the commit brought")
        _ = tree.update(at: 0)
        XCTAssertEqual(tree.nodes.changes.count, 0, "the scene took them in")

        let next = tree.timeline.animate(at: 1, lastFrame: tree.scene.extents)
        XCTAssertEqual(next, 1, "it changes all the time")
        XCTAssertEqual(tree.nodes.changes.map(\.layer), [mover])
        XCTAssertEqual(tree.nodes.changes.first?.state.values.opacity, 0.5)
        XCTAssertTrue(tree.scene.editor.damage.isEmpty, "nothing is drawn yet")

        XCTAssertFalse(tree.scene.refreshList(), "values alone are a patch")
        XCTAssertEqual(tree.list.ops.map(\.opacity), [1, 0.5])
        XCTAssertEqual(tree.scene.editor.damage.rects, [DeviceRect(20, 0, 30, 10)])
    }

    #if DEBUG || AGATE_CHECKED
    /// Breaks each invariant in a way of its own, and expects it to be named.
    func testEachInvariantIsChecked() throws {
        for invariant in TreeInvariant.allCases {
            var scene = TreeScene()
            let tree = RenderTree(viewport: Viewport(width: 100, height: 100, rootGeometryFlipped: true))
            let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            let group = scene.layer(frame: CGRect(x: 0, y: 0, width: 50, height: 50), in: root) {
                $0.values.flags.insert(.masksToBounds)
            }
            let mover = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: group)
            scene.root(root)
            scene.animate(mover, basicSpec("opacity", .number(0), .number(1), duration: 2))
            tree.apply(scene.commit())
            _ = tree.update(at: 0)
            for each in TreeInvariant.allCases { XCTAssertNil(tree.violation(of: each), "\(each) holds at first") }
            let nodes = tree.nodes, slot = try XCTUnwrap(nodes.index[mover]), above = try XCTUnwrap(nodes.index[group])
            switch invariant {
            case .linksAreMutual: nodes[slot].pointee.parent = nodes.root
            case .indexNamesLiveNodes: nodes.index[LayerID(rawValue: 99)] = slot
            case .recordsNameTheirNodes: nodes[slot].pointee.animated = -1
            case .agendaNamesRecords: tree.timeline.agenda.order.append(0); tree.timeline.agenda.woken.append(0)
            case .timeSpacesFollowLinks:
                tree.timeline.spaces.list.append(TimeSpace(node: above, parent: -1))
                nodes[above].pointee.timeSpace = Int32(tree.timeline.spaces.list.count - 1)
            case .opRangesNest: nodes[above].pointee.opEnd = nodes[above].pointee.opStart
            case .scopesNameTheirOps: tree.scene.editor.opScopes[0] = 0; tree.scene.editor.scopes[0].begin = 1
            case .changesAreListed: nodes[slot].pointee.flags.insert(.dirty)
            case .chunksCoverOps: tree.scene.editor.list.chunkBounds[0] = .empty
            // DeferredPlacementTests breaks it.
            case .deferredDrawNothing: continue
            }
            XCTAssertNotNil(tree.violation(of: invariant), "\(invariant)")
        }
    }
    #endif
}
