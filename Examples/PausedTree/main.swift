// The time of a whole tree, stopped, turned by hand and let go: a layer's speed, timeOffset and beginTime rule all animations below it.
import Agate
import ExampleSupport

let host = OffscreenHost(size: CGSize(width: 120, height: 120), scale: 1, background: .white)
let tree = CALayer()
let arm = CALayer()
let tip = CALayer()
host.perform {
    tree.frame = host.layer.bounds
    arm.bounds = CGRect(x: 0, y: 0, width: 90, height: 8)
    arm.position = CGPoint(x: 60, y: 60)
    arm.backgroundColor = CGColor(red: 0.3, green: 0.3, blue: 0.35, alpha: 1)
    tip.frame = CGRect(x: 70, y: -6, width: 20, height: 20)
    tip.backgroundColor = CGColor(red: 0.9, green: 0.4, blue: 0.1, alpha: 1)
    host.layer.addSublayer(tree)
    tree.addSublayer(arm)
    arm.addSublayer(tip)
}
host.perform {
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.fromValue = 0
    turn.toValue = 2 * Double.pi
    turn.duration = 4
    turn.repeatCount = .infinity
    arm.add(turn, forKey: "turn")
    tip.animate(\.cornerRadius, to: 10, .linear(1).autoreversed().repeatedForever())
}

let sheet = ContactSheet(columns: 6)
// Running.
sheet.add(host, every: 0.3, count: 6)
// Stopped: time passes, nothing moves.
host.perform {
    let now = tree.convertTime(CACurrentMediaTime(), from: nil)
    tree.speed = 0
    tree.timeOffset = now
}
sheet.add(host, every: 0.3, count: 6)
// Turned by hand, forwards and back.
for step in [0.4, 0.4, 0.4, -0.4, -0.4, -0.4] {
    host.perform { tree.timeOffset += step }
    sheet.add(host)
}
// Let go: it runs on from where it was.
host.perform {
    let stopped = tree.timeOffset
    tree.speed = 1
    tree.timeOffset = 0
    tree.beginTime = 0
    tree.beginTime = tree.convertTime(CACurrentMediaTime(), from: nil) - stopped
}
sheet.add(host, every: 0.3, count: 6)
try sheet.write(to: outputPath("PausedTree"))
