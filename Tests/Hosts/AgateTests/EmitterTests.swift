import Agate
import TestSupport
import XCTest

/// Emitters as a program meets them: classes, key paths, clips, groups, clones, and pictures that don't depend on the frames before.
final class EmitterTests: XCTestCase {
    private let white = CGImage(width: 4, height: 4) { for i in 0..<$0.count { $0[i] = 0xFFFF_FFFF } }!

    private func cell(_ change: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterCell {
        let cell = CAEmitterCell()
        cell.name = "a"
        cell.contents = white
        cell.birthRate = 30
        cell.lifetime = 1
        change(cell)
        return cell
    }

    private func layer(_ cells: [CAEmitterCell], size: CGFloat = 60) -> CAEmitterLayer {
        let layer = CAEmitterLayer()
        layer.frame = CGRect(x: 0, y: 0, width: size, height: size)
        layer.emitterPosition = CGPoint(x: size / 2, y: size / 2)
        layer.emitterCells = cells
        return layer
    }

    private func host(_ layer: CALayer, size: CGFloat = 60) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: size, height: size), scale: 1)
        host.perform { host.layer.addSublayer(layer) }
        return host
    }

    private func lit(_ image: CGImage) -> Int {
        image.withPixels { p in (0..<(image.width * image.height)).reduce(0) { $0 + (p[$1] >> 24 > 0 ? 1 : 0) } }
    }

    func testDefaults() {
        let layer = CAEmitterLayer(), cell = CAEmitterCell()
        XCTAssertNil(layer.emitterCells)
        XCTAssertEqual([layer.birthRate, layer.lifetime, layer.velocity, layer.scale, layer.spin], [1, 1, 1, 1, 1])
        XCTAssertEqual(layer.emitterShape, .point)
        XCTAssertEqual(layer.emitterMode, .volume)
        XCTAssertEqual(layer.renderMode, .unordered)
        XCTAssertEqual(layer.value(forKey: "preservesDepth") as? Bool, false)
        XCTAssertTrue(cell.isEnabled)
        XCTAssertEqual(cell.duration, .infinity)
        XCTAssertEqual(cell.color, CGColor(red: 1, green: 1, blue: 1, alpha: 1))
        XCTAssertEqual(cell.value(forKey: "scale") as? Double, 1)
        XCTAssertEqual(CAEmitterCell.defaultValue(forKey: "contentsScale") as? Double, 1)
        XCTAssertFalse(cell.shouldArchiveValue(forKey: "birthRate"))
        XCTAssertEqual(CAReplicatorLayer().value(forKey: "preservesDepth") as? Bool, false)
    }

    func testCellsAreTakenAsValues() {
        let cell = cell()
        let layer = layer([cell])
        cell.birthRate = 0
        XCTAssertEqual(layer.value(forKeyPath: "emitterCells.a.birthRate") as? Float, 30)
        XCTAssertTrue(layer.emitterCells?.first === cell)
        layer.setValue(12, forKeyPath: "emitterCells.a.birthRate")
        XCTAssertEqual(cell.birthRate, 12, "the object hears of it")
        XCTAssertEqual(layer.value(forKeyPath: "emitterCells.a.birthRate") as? Float, 12)
        layer.setValue(CGRect(x: 0, y: 0, width: 0.5, height: 1), forKeyPath: "emitterCells.a.contentsRect")
        layer.setValue(0.25, forKeyPath: "emitterCells.a.contentsRect.size.height")
        XCTAssertEqual(layer.value(forKeyPath: "emitterCells.a.contentsRect") as? CGRect, CGRect(x: 0, y: 0, width: 0.5, height: 0.25))
        layer.setValue(nil, forKeyPath: "emitterCells.a.birthRate")
        XCTAssertEqual(layer.value(forKeyPath: "emitterCells.a.birthRate") as? Float, 0)
        XCTAssertNil(layer.value(forKeyPath: "emitterCells.none.birthRate"))
        layer.setValue([self.cell { $0.name = "b" }], forKey: "emitterCells")
        XCTAssertEqual(layer.emitterCells?.first?.name, "b")
    }

    func testCellsInCellsHaveKeyPaths() {
        let inner = cell { $0.name = "inner" }, outer = cell()
        outer.emitterCells = [inner]
        let layer = layer([outer])
        layer.setValue(7, forKeyPath: "emitterCells.a.emitterCells.inner.birthRate")
        XCTAssertEqual(layer.value(forKeyPath: "emitterCells.a.emitterCells.inner.birthRate") as? Float, 7)
        XCTAssertEqual(inner.birthRate, 7, "the object hears of it")
        XCTAssertNotEqual(outer.birthRate, 7)
    }

    func testACellInsideItselfEnds() {
        let cell = cell()
        cell.emitterCells = [cell]
        let layer = layer([cell])
        XCTAssertGreaterThan(lit(host(layer).image(at: 1)), 0)
        cell.emitterCells = nil
    }

    func testArchives() throws {
        let child = cell {
            $0.name = "child"; $0.lifetime = 9
        }
        let layer = layer([
            cell {
                $0.emitterCells = [child]; $0.color = nil; $0.spin = 3; $0.setValue("x", forKey: "tag")
            }
        ])
        layer.seed = 77
        layer.emitterShape = .cuboid
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let back = try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterLayer.self, from: data))
        XCTAssertEqual(back.seed, 77)
        XCTAssertEqual(back.emitterShape, .cuboid)
        let read = try XCTUnwrap(back.emitterCells?.first)
        XCTAssertEqual(read.name, "a")
        XCTAssertEqual(read.spin, 3)
        XCTAssertNil(read.color)
        XCTAssertEqual(read.value(forKey: "tag") as? String, "x")
        XCTAssertEqual(read.emitterCells?.first?.lifetime, 9)
        XCTAssertEqual(back.value(forKeyPath: "emitterCells.a.emitterCells.child.lifetime") as? Float, 9)
    }

    func testAnyFrameCanComeFirst() {
        func scene() -> OffscreenHost {
            let layer = layer([
                cell {
                    $0.velocity = 20; $0.emissionRange = 6; $0.spinRange = 5; $0.lifetimeRange = 1; $0.alphaSpeed = -0.5
                }
            ])
            layer.seed = 3
            return host(layer)
        }
        let walked = scene()
        for step in 0...90 { _ = walked.image(at: Double(step) / 60) }
        assertPicturesEqual(walked.image(), scene().image(at: 1.5), tolerance: 0, "emitter-alone")
        XCTAssertGreaterThan(lit(walked.image()), 100)
    }

    func testStoppingAnEmitterLetsItsParticlesLive() {
        let layer = layer([cell { $0.velocity = 20 }])
        let host = host(layer)
        host.advance(to: 2)
        host.perform { layer.birthRate = 0 }
        XCTAssertGreaterThan(lit(host.image(at: 2.5)), 0)
        XCTAssertEqual(lit(host.image(at: 3.4)), 0, "a quarter of a second of implicit animation, and a lifetime")
    }

    func testAnEmitterThatBeginsNowStartsEmpty() {
        let layer = layer([cell { $0.velocity = 20 }])
        layer.beginTime = 5
        let host = host(layer)
        host.advance(to: 5)
        XCTAssertEqual(lit(host.image(at: 4.9)), 0)
        let early = lit(host.image(at: 5.1)), late = lit(host.image(at: 5.9))
        XCTAssertGreaterThan(early, 0)
        XCTAssertGreaterThan(late, early)
    }

    func testKeyPathsAnimateCells() {
        let layer = layer([
            cell {
                $0.birthRate = 100; $0.lifetime = 0.2
            }
        ])
        let host = host(layer)
        host.perform {
            let grow = CABasicAnimation(keyPath: "emitterCells.a.scale")
            grow.fromValue = 1
            grow.toValue = 5
            grow.duration = 2
            layer.add(grow, forKey: nil)
        }
        let small = lit(host.image(at: 0.3))
        host.perform {}
        let large = lit(host.image(at: 1.9))
        XCTAssertGreaterThan(large, small * 4)
        XCTAssertEqual(layer.presentation()?.value(forKeyPath: "emitterCells.a.scale") as? Double ?? 0, 4.8, accuracy: 1e-6)
        XCTAssertEqual(lit(host.image(at: 4)), 16)
    }

    func testMasksToBoundsCutsParticles() {
        let layer = layer([cell { $0.velocity = 40 }])
        layer.frame = CGRect(x: 0, y: 0, width: 40, height: 60)
        let open = lit(host(layer).image(at: 2))
        layer.removeFromSuperlayer()
        layer.masksToBounds = true
        let image = host(layer).image(at: 2)
        XCTAssertLessThan(lit(image), open)
        XCTAssertEqual(image.withPixels { $0[30 * 60 + 50] }, 0)
        XCTAssertNotEqual(image.withPixels { $0[30 * 60 + 38] }, 0)
    }

    func testParticlesFadeAsAGroup() {
        // Many whites over one another: half of it is half white.
        let layer = layer([
            cell {
                $0.birthRate = 200; $0.scale = 3
            }
        ])
        layer.opacity = 0.5
        let pixel = host(layer).image(at: 2).withPixels { $0[30 * 60 + 30] }
        XCTAssertEqual(Int(pixel >> 24), 128, accuracy: 1)
        layer.removeFromSuperlayer()
        layer.allowsGroupOpacity = false
        XCTAssertGreaterThan(host(layer).image(at: 2).withPixels { $0[30 * 60 + 30] } >> 24, 250)
    }

    func testParticlesStandAboveSublayersAndBorder() {
        let layer = layer([cell { $0.scale = 4 }])
        layer.borderWidth = 30
        layer.borderColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let sublayer = CALayer()
        sublayer.frame = layer.bounds
        sublayer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        layer.addSublayer(sublayer)
        XCTAssertEqual(host(layer).image(at: 2).withPixels { $0[30 * 60 + 30] }, 0xFFFF_FFFF)
    }

    func testAMaskOfParticles() {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
        layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        layer.mask = self.layer([cell { $0.scale = 2 }])
        let image = host(layer).image(at: 2)
        XCTAssertEqual(image.withPixels { $0[30 * 60 + 30] }, 0xFFFF_0000)
        XCTAssertEqual(lit(image), 64)
    }

    func testClonesLag() {
        // One particle that flies for ever; each clone shows it a second younger.
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
        replicator.instanceCount = 2
        replicator.instanceDelay = 1
        replicator.instanceTransform = CATransform3DMakeTranslation(0, 20, 0)
        let layer = layer([
            cell {
                $0.birthRate = 0.1; $0.lifetime = 9; $0.velocity = 10
            }
        ])
        layer.emitterPosition = CGPoint(x: 10, y: 10)
        replicator.addSublayer(layer)
        let image = host(replicator).image(at: 2)
        image.withPixels { p in
            XCTAssertEqual(p[10 * 60 + 30], 0xFFFF_FFFF)
            XCTAssertEqual(p[30 * 60 + 30], 0)
            XCTAssertEqual(p[30 * 60 + 20], 0xFFFF_FFFF)
        }
    }

    func testDepthMovesParticlesOnlyWhereItIsPreserved() {
        func picture(_ preserves: Bool) -> CGImage {
            let container = CALayer()
            container.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
            container.sublayerTransform.m34 = -1 / 100
            let layer = layer([
                cell {
                    $0.birthRate = 0.1; $0.lifetime = 9; $0.velocity = 25; $0.emissionLatitude = .pi / 2
                }
            ])
            layer.preservesDepth = preserves
            container.addSublayer(layer)
            return host(container).image(at: 2)
        }
        XCTAssertEqual(lit(picture(false)), 16)
        XCTAssertEqual(lit(picture(true)), 64, "halfway to the eye it is twice as large")
    }

    func testDamageIsEnough() {
        func scene() -> OffscreenHost {
            let layer = layer([
                cell {
                    $0.velocity = 50; $0.emissionRange = 6; $0.spin = 3; $0.scaleSpeed = 1; $0.contents = EmitterSheetTests.dot
                }
            ])
            layer.renderMode = .additive
            let host = host(layer)
            host.perform { host.layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.3, blue: 0.4, alpha: 1) }
            return host
        }
        for frame in scene().frames(from: 0, to: 1, fps: 30) {
            if frame.index % 5 == 0 { assertPicturesEqual(frame.image, scene().image(at: frame.time), tolerance: 0, "emitter-damage") }
        }
    }
}
