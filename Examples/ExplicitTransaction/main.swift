// The same change inside a transaction of its own, which says how long it takes: one second.
import Agate
import ExampleSupport

let host = OffscreenHost(size: CGSize(width: 160, height: 160), scale: 1, background: .white)
let colorLayer = CALayer()
host.perform {
    colorLayer.frame = CGRect(x: 30, y: 30, width: 100, height: 100)
    colorLayer.backgroundColor = CGColor(red: 0.9, green: 0.3, blue: 0.1, alpha: 1)
    host.layer.addSublayer(colorLayer)
}

host.perform {
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    colorLayer.backgroundColor = CGColor(red: 0.1, green: 0.6, blue: 0.4, alpha: 1)
    colorLayer.cornerRadius = 50
    CATransaction.commit()
}
let sheet = ContactSheet(columns: 6)
sheet.add(host, every: 0.2, count: 6)
try sheet.write(to: outputPath("ExplicitTransaction"))
