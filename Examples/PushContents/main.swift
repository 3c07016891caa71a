// New contents push the old ones out: the layer's actions name a transition for "contents", in place of the cross-fade.
import Agate
import ExampleSupport

/// A picture of one colour with a lighter stripe at its left edge, so that one sees it move.
func picture(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> CGImage? {
    let side = 80
    var bytes: [UInt8] = []
    for index in 0..<(side * side) {
        let light: UInt8 = index % side < 12 ? 60 : 0
        bytes += [min(195, blue) + light, min(195, green) + light, min(195, red) + light, 255]
    }
    return CGImage(width: side, height: side, premultipliedBGRA: bytes)
}

let host = OffscreenHost(size: CGSize(width: 100, height: 100), scale: 1, background: .white)
let layer = CALayer()
let push = CATransition()
push.type = .push
push.subtype = .fromRight
push.duration = 1
host.perform {
    layer.frame = CGRect(x: 10, y: 10, width: 80, height: 80)
    layer.masksToBounds = true
    layer.contents = picture(200, 60, 60)
    layer.actions = ["contents": push]
    host.layer.addSublayer(layer)
}
print(layer.explainAction(forKey: "contents"))

let sheet = ContactSheet(columns: 6)
host.perform { layer.contents = picture(40, 120, 200) }
sheet.add(host, every: 0.2, count: 6)
host.perform { layer.contents = picture(60, 160, 80) }
sheet.add(host, every: 0.2, count: 6)
try sheet.write(to: outputPath("PushContents"))
