import Agate
import CoreGraphics
import Foundation
import QuartzCore

/// A scene in an offscreen host, its clock under control.
struct Show {
    private let scene: any Scene
    let host: OffscreenHost

    /// The scene at its own size, or scaled to fit into the middle of another.
    init(scene: any Scene, canvas: CGSize, scale: Double, background: CGColor?, loops: Bool = false) {
        self.scene = scene
        host = OffscreenHost(size: canvas, scale: CGFloat(scale), background: background)
        host.perform {
            Show.place(scene, in: host.layer, canvas)
            scene.start(loops: loops)
        }
    }

    /// Puts a scene's layer into the middle of a root of some size.
    static func place(_ scene: any Scene, in root: CALayer, _ canvas: CGSize) {
        CATransaction.setDisableActions(true)
        let layer = scene.layer
        if canvas != scene.size, scene.size.width > 0, scene.size.height > 0 {
            let fit = min(canvas.width / scene.size.width, canvas.height / scene.size.height)
            layer.setAffineTransform(CGAffineTransform(scaleX: fit, y: fit))
            layer.position = CGPoint(x: (canvas.width - scene.size.width * fit) / 2, y: (canvas.height - scene.size.height * fit) / 2)
            layer.masksToBounds = true
        }
        root.addSublayer(layer)
    }

    /// Puts the scene into a state, at once.
    func go(to state: String) throws {
        try host.perform { try scene.setState(state, animated: false) }
    }

    /// Puts the scene into one state at once, and then on its way to another, from the present moment.
    func go(from: String?, to: String) throws {
        if let from { try go(to: from) }
        try host.perform { try scene.setState(to, animated: true) }
    }

    /// What shows at a time not before that of the last picture.
    func image(at time: Double) -> CGImage { host.image(at: time) }
}
