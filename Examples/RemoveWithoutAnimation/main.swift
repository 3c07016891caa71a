// With actions disabled a change is there at once: the left layer fades as it goes, the right one is gone in the next frame.
import Agate
import ExampleSupport

let host = OffscreenHost(size: CGSize(width: 200, height: 100), scale: 1, background: .white)
let left = CALayer()
let right = CALayer()
host.perform {
    for (layer, x) in [(left, 20.0), (right, 120.0)] {
        layer.frame = CGRect(x: x, y: 20, width: 60, height: 60)
        layer.cornerRadius = 12
        layer.backgroundColor = CGColor(red: 0.1, green: 0.6, blue: 0.6, alpha: 1)
        host.layer.addSublayer(layer)
    }
}
let sheet = ContactSheet(columns: 7)
sheet.add(host)

host.perform {
    left.opacity = 0
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    right.removeFromSuperlayer()
    CATransaction.commit()
}
for _ in 0..<6 {
    host.advance(by: 0.05)
    sheet.add(host)
}
try sheet.write(to: outputPath("RemoveWithoutAnimation"))
