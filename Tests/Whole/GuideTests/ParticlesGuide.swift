import Agate
import XCTest

/// The code of `Guides/Particles.md`.
final class ParticlesGuide: XCTestCase {
    func testGuide() throws {
        let dot = OffscreenHost(size: CGSize(width: 12, height: 12), scale: 1)
        dot.perform {
            let disc = CALayer()
            disc.frame = CGRect(x: 1, y: 1, width: 10, height: 10)
            disc.cornerRadius = 5
            disc.backgroundColor = .white
            dot.layer.addSublayer(disc)
        }
        let cell = CAEmitterCell()
        cell.contents = dot.image()
        cell.birthRate = 120
        cell.lifetime = 2
        cell.velocity = 90
        cell.velocityRange = 30
        cell.emissionLongitude = -.pi / 2
        cell.emissionRange = .pi / 5
        cell.yAcceleration = 80
        cell.scale = 0.6
        cell.scaleSpeed = -0.25
        cell.alphaSpeed = -0.5
        cell.color = CGColor(red: 1, green: 0.7, blue: 0.3, alpha: 1)
        cell.redRange = 0.2
        cell.greenRange = 0.3

        let emitter = CAEmitterLayer()
        emitter.emitterPosition = CGPoint(x: 120, y: 140)
        emitter.emitterShape = .line
        emitter.emitterSize = CGSize(width: 40, height: 0)
        emitter.renderMode = .additive
        emitter.seed = 7
        emitter.emitterCells = [cell]

        let night = CGColor(red: 0.08, green: 0.09, blue: 0.14, alpha: 1)
        let host = OffscreenHost(size: CGSize(width: 240, height: 160), scale: 2, background: night)
        host.perform {
            emitter.frame = host.layer.bounds
            host.layer.addSublayer(emitter)
        }
        host.advance(by: 3)
        picture(host.image(), "particles")
    }
}
