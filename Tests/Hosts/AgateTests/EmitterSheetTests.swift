import Agate
import RendererSupport
import TestSupport
import XCTest

/// Sheets of all shapes, modes and orders, to be looked at.
final class EmitterSheetTests: XCTestCase {
    /// White, soft towards its edge, with a notch so that its turn can be seen.
    static let dot = CGImage(width: 16, height: 16) { out in
        for y in 0..<16 {
            for x in 0..<16 {
                let dx = Double(x) - 7.5, dy = Double(y) - 7.5
                let d = (dx * dx + dy * dy).squareRoot()
                let a = UInt32(max(0, min(1, (7.5 - d) / 3)) * 255)
                out[y * 16 + x] = x > 6 && x < 9 && y < 7 ? 0 : a << 24 | a << 16 | a << 8 | a
            }
        }
    }!

    static func cell(_ change: (CAEmitterCell) -> Void) -> CAEmitterCell {
        let cell = CAEmitterCell()
        cell.name = "cell"
        cell.contents = dot
        cell.birthRate = 60
        cell.lifetime = 2
        change(cell)
        return cell
    }

    private func sheet(
        _ columns: Int, _ rows: Int, _ side: CGFloat, _ make: (CAEmitterLayer, Int, Int) -> Void
    ) -> OffscreenHost {
        let size = CGSize(width: CGFloat(columns) * side, height: CGFloat(rows) * side)
        let host = OffscreenHost(size: size, scale: 1)
        host.perform {
            host.layer.backgroundColor = CGColor(srgbRed: 0.1, green: 0.1, blue: 0.15, alpha: 1)
            for row in 0..<rows {
                for column in 0..<columns {
                    let layer = CAEmitterLayer()
                    layer.frame = CGRect(x: CGFloat(column) * side + 2, y: CGFloat(row) * side + 2, width: side - 4, height: side - 4)
                    layer.masksToBounds = true
                    layer.borderWidth = 1
                    layer.borderColor = CGColor(srgbRed: 0.3, green: 0.3, blue: 0.4, alpha: 1)
                    layer.emitterPosition = CGPoint(x: (side - 4) / 2, y: (side - 4) / 2)
                    layer.seed = 7
                    make(layer, column, row)
                    host.layer.addSublayer(layer)
                }
            }
        }
        return host
    }

    func testShapesAndModes() {
        let shapes: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .cuboid, .circle, .sphere]
        let modes: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
        let host = sheet(6, 4, 100) { layer, column, row in
            layer.emitterShape = shapes[column]
            layer.emitterMode = modes[row]
            layer.emitterSize = column >= 4 ? CGSize(width: 26, height: 10) : CGSize(width: 50, height: 34)
            layer.emitterDepth = 20
            layer.emitterCells = [
                Self.cell {
                    $0.velocity = 8
                    $0.scale = 0.3
                    $0.color = CGColor(srgbRed: 1, green: 0.8, blue: 0.3, alpha: 1)
                    $0.alphaSpeed = -0.4
                }
            ]
        }
        assertGoldens(host, "emitter-shapes", at: 2.5)
    }

    func testRenderModes() {
        let modes: [CAEmitterLayerRenderMode] = [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
        let host = sheet(5, 2, 120) { layer, column, row in
            layer.renderMode = modes[column]
            layer.emitterMode = .outline
            layer.emitterShape = .circle
            layer.emitterSize = CGSize(width: 14, height: 0)
            layer.opacity = row == 1 ? 0.4 : 1
            layer.emitterCells = [
                Self.cell {
                    $0.birthRate = 12; $0.velocity = 18; $0.color = CGColor(srgbRed: 1, green: 0.2, blue: 0.2, alpha: 1);
                    $0.emissionLatitude = 0.7; $0.scale = 1.4; $0.spin = 1
                },
                Self.cell {
                    $0.birthRate = 12; $0.velocity = 18; $0.color = CGColor(srgbRed: 0.2, green: 0.4, blue: 1, alpha: 1);
                    $0.emissionLatitude = -0.7; $0.scale = 1.4; $0.spin = -1
                },
            ]
        }
        assertGoldens(host, "emitter-render-modes", at: 3)
    }

    func testDirectionsAndMotions() {
        let host = sheet(5, 3, 110) { layer, column, row in
            let cell = Self.cell {
                $0.birthRate = 40; $0.scale = 0.35; $0.velocity = 24; $0.lifetime = 1.8
            }
            switch (row, column) {
            case (0, 1): cell.emissionLongitude = .pi / 2
            case (0, 2): layer.emitterShape = .line; layer.emitterSize = CGSize(width: 70, height: 0); cell.emissionLongitude = .pi
            case (0, 3): cell.emissionRange = .pi / 3
            case (0, 4): cell.emissionRange = 2 * .pi
            case (1, 0): cell.yAcceleration = 30
            case (1, 1): cell.scaleRange = 0.4
            case (1, 2): cell.scaleSpeed = 0.5; cell.spin = 2
            case (1, 3): cell.redSpeed = -0.5; cell.greenSpeed = -0.5
            case (1, 4): cell.redRange = 1; cell.greenRange = 1; cell.blueRange = 1; cell.emissionRange = 2; cell.velocityRange = 20
            case (2, 0): cell.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 1); cell.scale = 1; cell.birthRate = 6
            case (2, 1): cell.magnificationFilter = "nearest"; cell.scale = 2; cell.birthRate = 2; cell.spin = 0.5
            case (2, 2): cell.contentsScale = 0.5; cell.birthRate = 4; cell.scale = 1; cell.spinRange = 4
            case (2, 3): layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.5)); cell.scale = 1; cell.birthRate = 6
            case (2, 4):
                var transform = CATransform3DIdentity
                transform.m34 = -1 / 200
                layer.transform = CATransform3DRotate(transform, 0.9, 0, 1, 0)
                cell.scale = 1; cell.birthRate = 6; cell.emissionRange = 6
            default: break
            }
            layer.emitterCells = [cell]
        }
        assertGoldens(host, "emitter-motions", at: 2.2)
    }

    /// Rockets that burst, as in Apple's sample for macOS.
    func testFireworks() {
        let spark = Self.cell {
            $0.name = "spark"
            $0.birthRate = 400; $0.beginTime = 0.9; $0.duration = 0.1; $0.lifetime = 5; $0.velocity = 60; $0.emissionRange = 2 * .pi
            $0.scale = 0.25; $0.alphaSpeed = -0.8; $0.yAcceleration = 20; $0.redRange = 0.8;
            $0.color = CGColor(srgbRed: 0.8, green: 0.7, blue: 0.4, alpha: 1)
        }
        let smoke = Self.cell {
            $0.name = "smoke"; $0.birthRate = 30; $0.lifetime = 0.8; $0.scale = 0.15; $0.alphaSpeed = -1.2; $0.velocity = 5;
            $0.emissionLongitude = .pi
        }
        let host = OffscreenHost(size: CGSize(width: 300, height: 220), scale: 1)
        host.perform {
            host.layer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0.1, alpha: 1)
            let layer = CAEmitterLayer()
            layer.frame = CGRect(x: 0, y: 0, width: 300, height: 220)
            layer.emitterPosition = CGPoint(x: 150, y: 215)
            layer.renderMode = .additive
            layer.emitterCells = [
                Self.cell {
                    $0.name = "rocket"
                    $0.contents = nil
                    $0.birthRate = 2; $0.lifetime = 1; $0.velocity = 150; $0.velocityRange = 50; $0.emissionLongitude = -.pi / 2;
                    $0.emissionRange = 1
                    $0.emitterCells = [smoke, spark]
                }
            ]
            host.layer.addSublayer(layer)
        }
        assertGoldens(host, "emitter-fireworks", at: 3.3)
    }
}
