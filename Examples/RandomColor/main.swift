// Implicit animation: a layer's colour is set, nothing else is said, and it fades there in a quarter of a second.
import Agate
import ExampleSupport

let host = OffscreenHost(size: CGSize(width: 160, height: 160), scale: 1, background: .white)
let colorLayer = CALayer()
host.perform {
    colorLayer.frame = CGRect(x: 30, y: 30, width: 100, height: 100)
    colorLayer.backgroundColor = CGColor(red: 0.2, green: 0.3, blue: 0.9, alpha: 1)
    host.layer.addSublayer(colorLayer)
}

var generator = SeededGenerator(seed: 7)
let sheet = ContactSheet(columns: 7)
for _ in 0..<3 {
    host.perform {
        // No begin, no commit: the implicit transaction ends with this turn of the run loop.
        colorLayer.backgroundColor = CGColor(
            red: .random(in: 0...1, using: &generator), green: .random(in: 0...1, using: &generator),
            blue: .random(in: 0...1, using: &generator), alpha: 1
        )
    }
    sheet.add(host, every: 0.05, count: 7)
}
try sheet.write(to: outputPath("RandomColor"))
