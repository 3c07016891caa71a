import Agate
import CoreGraphics
import Foundation
import QuartzCore

/// A scene in an offscreen host, whose clock the caller controls.
package struct Show {
    private let scene: any Scene
    package let host: OffscreenHost

    /// Creates a host for the scene at its own size, or scaled to fit into the middle of another.
    package init(
        scene: any Scene, canvas: CGSize, scale: Double, background: CGColor?, loops: Bool = false,
        renderer: FrameRenderer = .cpu
    ) {
        self.scene = scene
        host = OffscreenHost(size: canvas, scale: CGFloat(scale), background: background, renderer: renderer)
        host.perform {
            CATransaction.setDisableActions(true)
            if canvas != scene.size { Show.fit(scene, into: canvas) }
            host.layer.addSublayer(scene.layer)
            scene.start(loops: loops)
        }
    }

    /// Scales a scene's layer to fit into the middle of a canvas.
    package static func fit(_ scene: any Scene, into canvas: CGSize) {
        guard scene.size.width > 0, scene.size.height > 0 else { return }
        let layer = scene.layer, fit = min(canvas.width / scene.size.width, canvas.height / scene.size.height)
        layer.setAffineTransform(CGAffineTransform(scaleX: fit, y: fit))
        layer.position = CGPoint(x: (canvas.width - scene.size.width * fit) / 2, y: (canvas.height - scene.size.height * fit) / 2)
        layer.masksToBounds = true
    }

    /// Sets a state immediately.
    package func go(to state: String) throws {
        try host.perform { try scene.setState(state, animated: false) }
    }

    /// Sets one state immediately, and then starts the transition to another, at the present time.
    package func go(from: String?, to: String) throws {
        if let from { try go(to: from) }
        try host.perform { try scene.setState(to, animated: true) }
    }

    /// Holds the scene in the transition between two states.
    package func go(from: String?, to: String, progress: Double) throws {
        try host.perform { try scene.show(from: from, to: to, progress: progress) }
    }

    /// Returns the picture at a time, which must not be before that of the last picture.
    package func image(at time: Double) -> CGImage { host.image(at: time) }
}
