// A knob is thrown, grabbed in flight, thrown again, and sent home before it has arrived. Each motion goes on with the velocity of the one
// before: the trace has no corner but where the hand itself turns round.
import Agate
import ExampleSupport

let host = OffscreenHost(size: CGSize(width: 260, height: 180), scale: 1, background: .white)
let trace = CALayer()
let knob = CALayer()
host.perform {
    trace.frame = host.layer.bounds
    knob.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
    knob.position = CGPoint(x: 30, y: 150)
    knob.cornerRadius = 12
    knob.backgroundColor = CGColor(red: 0.9, green: 0.3, blue: 0.2, alpha: 1)
    trace.actions = ["sublayers": NSNull()]
    host.layer.addSublayer(trace)
    host.layer.addSublayer(knob)
}

/// Lets time pass, and leaves a dot for every sixtieth of a second.
@MainActor func pass(_ seconds: Double) {
    for _ in 0..<Int((seconds * 60).rounded()) {
        host.advance(by: 1.0 / 60)
        guard let place = knob.presentation()?.position else { continue }
        host.perform {
            let dot = CALayer()
            dot.frame = CGRect(x: place.x - 1.5, y: place.y - 1.5, width: 3, height: 3)
            dot.backgroundColor = CGColor(red: 0.2, green: 0.3, blue: 0.7, alpha: 0.6)
            trace.addSublayer(dot)
        }
    }
}

/// The hand holds the knob and moves it; what ran on it is over.
@MainActor func drag(by step: CGPoint, frames: Int) {
    host.perform {
        CATransaction.setDisableActions(true)
        if let shown = knob.presentation()?.position { knob.position = shown }
        knob.removeAllAnimations()
    }
    for _ in 0..<frames {
        host.perform {
            CATransaction.setDisableActions(true)
            knob.position.x += step.x
            knob.position.y += step.y
        }
        pass(1.0 / 60)
    }
}

let sheet = ContactSheet(columns: 3)
let spring = Motion.spring(duration: 0.7, bounce: 0.25)
// Thrown to the upper right: 360 points a second, as the hand went.
drag(by: CGPoint(x: 5, y: -3), frames: 8)
host.perform { knob.animate(\.position, to: CGPoint(x: 220, y: 40), spring, velocity: CGPoint(x: 300, y: -180)) }
pass(0.2)
sheet.add(host)
// Grabbed in flight, pulled down, and let go.
drag(by: CGPoint(x: 1, y: 6), frames: 8)
sheet.add(host)
host.perform { knob.animate(\.position, to: CGPoint(x: 220, y: 40), spring, velocity: CGPoint(x: 60, y: 360)) }
pass(0.25)
// Sent home while it flies: the velocity is carried by itself.
host.perform { knob.animate(\.position, to: CGPoint(x: 30, y: 30), spring) }
pass(1.5)
sheet.add(host)
try sheet.write(to: outputPath("InterruptedSpring"))
