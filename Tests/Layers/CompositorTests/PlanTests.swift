import CompositorScenes
import CoreGraphics
import Foundation
import Raster
import TestSupport
import XCTest

@testable import Compositor
@testable import RenderTree

/// How frames are planned, without pixels.
final class PlanTests: XCTestCase {
    private func plan(
        _ list: DrawList, _ damage: [DeviceRect], _ masks: PlanOptions.MaskForm = .coverage, mask: IntRect? = nil
    ) -> FramePlan {
        var options = PlanOptions()
        options.masks = masks
        var planner = FramePlanner(options), plan = FramePlan()
        planner.plan(list, damage, in: IntRect(0, 0, list.width, list.height), mask: mask, into: &plan)
        return plan
    }

    private func whole(_ list: DrawList) -> [DeviceRect] { [DeviceRect(0, 0, list.width, list.height)] }

    private var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens").appendingPathComponent("Plans")
    }

    /// The plan for the processor, and that for a device that draws no coverage, where it is another.
    private func text(_ scene: PlanScene) -> String {
        let text = plan(scene.list, scene.damage).text(scene.list), other = plan(scene.list, scene.damage, .shapes).text(scene.list)
        return text == other ? text : text + "\nwithout coverage:\n" + other
    }

    func testEachSceneIsPlannedAsItWas() throws {
        let scenes = PlanScene.all
        XCTAssertGreaterThanOrEqual(scenes.count, 40)
        XCTAssertEqual(Set(scenes.map(\.name)).count, scenes.count)
        for scene in scenes {
            let file = folder.appendingPathComponent(scene.name + ".txt"), got = text(scene)
            if ProcessInfo.processInfo.environment["AGATE_WRITE_GOLDENS"] != nil {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try got.write(to: file, atomically: true, encoding: .utf8)
            }
            XCTAssertEqual(got, try? String(contentsOf: file, encoding: .utf8), scene.name)
        }
    }

    func testAPlanDependsOnTheListAndTheDamageAlone() {
        var planner = FramePlanner(), kept = FramePlan()
        for seed in 0..<60 as Range<UInt64> {
            let list = RandomScene(seed: seed).list(ops: 60).finished()
            for damage in [whole(list), [DeviceRect(3, 7, 80, 60), DeviceRect(60, 30, 130, 119)]] {
                planner.plan(list, damage, in: IntRect(0, 0, 140, 120), into: &kept)
                let fresh = plan(list, damage)
                // Other plans were made by it before, and their tables were reused.
                XCTAssertEqual(kept, fresh, "\(seed)")
                XCTAssertEqual(kept.text(list), fresh.text(list))
            }
        }
    }

    /// What begins ends, in order, and at the step that it says. Each picture and each mask has one user.
    func testScopesAreNested() {
        for seed in 0..<200 as Range<UInt64> {
            let list = RandomScene(seed: seed).list(ops: seed % 3 == 0 ? 120 : 14).finished()
            for masks in [PlanOptions.MaskForm.pictures, .shapes, .coverage] {
                for sweep in plan(list, whole(list), masks).sweeps { check(plan(list, whole(list), masks), sweep.steps, "\(seed)") }
            }
        }
    }

    private func check(_ plan: FramePlan, _ range: Range<Int>, _ name: String) {
        var open: [PlanStep] = []
        var registers = Registers()
        for at in range {
            let step = plan.steps[at]
            XCTAssertTrue(registers.execute(step.kind), "\(name): \(step.kind) at \(at)")
            switch step.kind {
            case .beginClip, .beginGroup, .beginBitmap, .beginCoverage:
                open.append(step)
                XCTAssertTrue(range.contains(Int(step.end)), name)
                XCTAssertGreaterThan(Int(step.end), at, name)
            case .beginMask: XCTAssertEqual(open.last?.kind, .beginGroup, name)
            case .turnCoverage: XCTAssertEqual(open.last?.kind, .beginCoverage, name)
            case .endClip: XCTAssertEqual(open.popLast()?.kind, .beginClip, name)
            case .endGroup: XCTAssertEqual(open.popLast()?.kind, .beginGroup, name)
            case .endBitmap: XCTAssertEqual(open.popLast()?.kind, .beginBitmap, name)
            case .endCoverage: XCTAssertEqual(open.popLast()?.kind, .beginCoverage, name)
            case .draw: XCTAssertLessThan(step.op, step.end, name)
            default: break
            }
        }
        XCTAssertTrue(open.isEmpty, name)
        XCTAssertTrue(registers.areEmpty, name)
    }

    /// The registers of a device that executes a plan, full or empty, as at the head of PlanExecutor.swift.
    private struct Registers {
        private var hasPicture = false, hasMask = false
        /// For each open scope, true if it has a `beginMask`.
        private var scopes: [Bool] = []
        var areEmpty: Bool { !hasPicture && !hasMask }

        /// Returns false if the step finds a register in another state than it needs.
        mutating func execute(_ kind: PlanStep.Kind) -> Bool {
            let (picture, mask) = (hasPicture, hasMask)
            switch kind {
            case .beginClip, .beginGroup, .beginBitmap, .beginCoverage: scopes.append(false)
            case .beginMask: if let last = scopes.indices.last { scopes[last] = true }
            case .endClip, .endBitmap: _ = scopes.popLast()
            case .draw, .turnCoverage, .invert, .paintShape: break
            case .endGroup:
                let hasOwn = scopes.popLast() ?? false
                (hasPicture, hasMask) = (true, mask || hasOwn)
                return !picture && !(mask && hasOwn)
            case .endCoverage:
                _ = scopes.popLast()
                hasMask = true
            case .tint, .filter, .shadow, .backdrop: return picture
            case .composite:
                (hasPicture, hasMask) = (false, false)
                return picture
            case .paintThrough:
                hasPicture = false
                return picture && !mask
            case .drawThrough, .combine:
                hasMask = false
                return mask && !picture
            }
            return !picture && !mask
        }
    }

    func testADeviceWithoutCoverageGetsNone() {
        for scene in PlanScene.all {
            let kinds = Set(plan(scene.list, scene.damage, .shapes).steps.map(\.kind))
            XCTAssertTrue(
                kinds.isDisjoint(with: [.beginCoverage, .turnCoverage, .endCoverage, .combine, .invert, .drawThrough]), scene.name)
            XCTAssertTrue(Set(plan(scene.list, scene.damage, .pictures).steps.map(\.kind)).isDisjoint(with: [.paintShape, .paintThrough]))
        }
    }

    /// Under coverage from outside nothing is hidden, and clips are within it.
    func testCoverageFromOutside() {
        var b = ListBuilder(100, 100)
        b.fill(CGRect(x: 0, y: 0, width: 50, height: 50), RGBA(1, 0, 0, 1))
        b.fill(CGRect(x: 0, y: 0, width: 100, height: 100), RGBA(0, 1, 0, 1))
        b.list.ops[1].flags.insert(.occludes)
        b.clip(CGRect(x: 0, y: 0, width: 60, height: 60), radius: 9) {
            $0.fill(CGRect(x: 0, y: 0, width: 90, height: 90), RGBA(0, 0, 1, 1))
        }
        var list = b.finished()
        list.indexOps()
        XCTAssertEqual(plan(list, whole(list)).steps.first?.op, 1)
        let masked = plan(list, whole(list), mask: IntRect(10, 10, 40, 40))
        XCTAssertEqual(masked.steps.first?.op, 0)
        XCTAssertEqual(masked.steps[1].rect, IntRect(10, 10, 40, 40))
        XCTAssertEqual(masked.clips[0].inner, .empty)
    }

    /// A small damage in a long list is planned by a look at the ops that it meets.
    func testFewOpsAreLookedAt() {
        var b = ListBuilder(1000, 1000)
        for i in 0..<100_000 { b.fill(CGRect(x: Double(i % 100) * 10, y: Double(i / 1000) * 10, width: 5, height: 5), RGBA(1, 0, 0, 1)) }
        var list = b.finished()
        list.indexOps()
        var planner = FramePlanner(), plan = FramePlan()
        planner.plan(list, [DeviceRect(500, 500, 512, 512)], in: IntRect(0, 0, 1000, 1000), into: &plan)
        XCTAssertLessThan(planner.opCount, 100)
        XCTAssertEqual(plan.steps.reduce(0) { $0 + Int($1.end - $1.op) }, planner.opCount)
    }

    /// A plan's tables and the planner's scratch memory are used again.
    func testAnotherPlanAllocatesNothing() throws {
        var b = ListBuilder(400, 400)
        for i in 0..<500 {
            let x = Double(i % 20) * 20, y = Double(i / 20) * 15
            b.clip(CGRect(x: x, y: y, width: 15, height: 12), radius: 3) { b in
                b.group(opacity: 0.5) { $0.fill(CGRect(x: x, y: y, width: 15, height: 12), RGBA(1, 0, 0, 1)) }
            }
        }
        let list = b.finished(), damage = [DeviceRect(0, 0, 400, 400)]
        var planner = FramePlanner(), plan = FramePlan()
        func again() { planner.plan(list, damage, in: IntRect(0, 0, 400, 400), into: &plan) }
        again()
        XCTAssertEqual(plan.steps.count, 500 * 6)
        XCTAssertEqual(try XCTUnwrap(AllocationWatch.objects(again)), 0)
    }
}
