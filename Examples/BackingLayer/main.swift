// A view's backing layer does not animate by itself: its delegate answers NSNull outside an animation block, and an animation inside
// one. The search for an action ends at the first answer.
import Agate
import ExampleSupport

/// Plays the part of a view.
final class Owner: NSObject, CALayerDelegate {
    /// As UIView's: nil outside an animation block.
    var blockDuration: TimeInterval?

    func action(for layer: CALayer, forKey event: String) -> CAAction? {
        guard let blockDuration else { return NSNull() }
        let animation = CABasicAnimation(keyPath: event)
        animation.fromValue = layer.presentation()?.value(forKeyPath: event) ?? layer.value(forKeyPath: event)
        animation.duration = blockDuration
        animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        return animation
    }
}

let host = OffscreenHost(size: CGSize(width: 200, height: 80), scale: 1, background: .white)
let owner = Owner()
let backing = CALayer()
host.perform {
    backing.frame = CGRect(x: 10, y: 20, width: 40, height: 40)
    backing.backgroundColor = CGColor(red: 0.3, green: 0.3, blue: 0.35, alpha: 1)
    backing.delegate = owner
    host.layer.addSublayer(backing)
}
let sheet = ContactSheet(columns: 6)
sheet.add(host)

// Outside a block: it jumps.
host.perform { backing.position.x = 100 }
sheet.add(host, every: 0.1, count: 2)

// Inside a block: it moves.
host.perform {
    owner.blockDuration = 0.6
    backing.position.x = 170
    owner.blockDuration = nil
}
for _ in 0..<8 {
    host.advance(by: 0.1)
    sheet.add(host)
}
try sheet.write(to: outputPath("BackingLayer"))
