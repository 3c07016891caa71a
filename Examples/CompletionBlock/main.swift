// A completion block runs when the colour has faded (one second), outside that transaction: the turn by 90 degrees that it
// asks for takes the default quarter of a second.
import Agate
import ExampleSupport

let host = OffscreenHost(size: CGSize(width: 160, height: 160), scale: 1, background: .white)
let colorLayer = CALayer()
host.perform {
    colorLayer.frame = CGRect(x: 30, y: 50, width: 100, height: 60)
    colorLayer.backgroundColor = CGColor(red: 0.95, green: 0.7, blue: 0.1, alpha: 1)
    host.layer.addSublayer(colorLayer)
}

host.perform {
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setCompletionBlock {
        colorLayer.setAffineTransform(colorLayer.affineTransform().rotated(by: .pi / 2))
    }
    colorLayer.backgroundColor = CGColor(red: 0.4, green: 0.2, blue: 0.8, alpha: 1)
    CATransaction.commit()
}
let sheet = ContactSheet(columns: 6)
sheet.add(host, every: 0.25, count: 5)
for _ in 0..<7 {
    host.advance(by: 0.05)
    sheet.add(host)
}
try sheet.write(to: outputPath("CompletionBlock"))
