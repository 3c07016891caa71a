// Taps on a layer that moves: its model stands at the end already, only its presentation layer is where the eye sees it. A hit
// changes its colour, a miss sends it to the tap in two seconds.
import Agate
import ExampleSupport

let host = OffscreenHost(size: CGSize(width: 240, height: 160), scale: 1, background: .white)
let target = CALayer()
let marker = CALayer()
host.perform {
    target.frame = CGRect(x: 20, y: 20, width: 50, height: 50)
    target.backgroundColor = CGColor(red: 0.8, green: 0.1, blue: 0.1, alpha: 1)
    marker.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    marker.cornerRadius = 4
    marker.backgroundColor = CGColor.black
    marker.isHidden = true
    marker.zPosition = 1
    host.layer.addSublayer(target)
    host.layer.addSublayer(marker)
}

var hits = 0
@MainActor func tap(at point: CGPoint) {
    host.perform {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        marker.isHidden = false
        marker.position = point
        CATransaction.commit()
        if target.presentation()?.hitTest(point) != nil {
            hits += 1
            target.backgroundColor = CGColor(red: 0.1, green: 0.6, blue: 0.2, alpha: 1)
        } else {
            CATransaction.begin()
            CATransaction.setAnimationDuration(2)
            target.position = point
            CATransaction.commit()
        }
    }
}

let sheet = ContactSheet(columns: 6)
sheet.add(host)
tap(at: CGPoint(x: 200, y: 120))  // a miss: the target sets out
sheet.add(host)
for _ in 0..<4 {
    host.advance(by: 0.25)
    sheet.add(host)
}
tap(at: CGPoint(x: 200, y: 120))  // where the model is, but not yet what one sees: a miss
sheet.add(host)
host.advance(by: 0.1)
let seen = target.presentation()?.position ?? target.position
tap(at: seen)  // where it is seen: a hit
for _ in 0..<5 {
    host.advance(by: 0.15)
    sheet.add(host)
}
print("hits: \(hits) of 3 taps")
try sheet.write(to: outputPath("HitTesting"))
