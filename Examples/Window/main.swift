// Marbles that drift about and can be caught, dragged and thrown. With a display it opens a window; given a file name, or without a
// display, it plays scripted input to a bitmap and writes what shows. Both run the same code: a host is a host.
import Agate
import ExampleSupport
import Foundation

/// The marbles of one host, and the hand that may hold one.
final class Marbles {
    private let host: any LayerHost
    private var held: [Int: (marble: CALayer, grip: CGPoint)] = [:]
    private var trail: [Int: [(time: Double, place: CGPoint)]] = [:]

    init(in host: any LayerHost) {
        self.host = host
        var random = SeededGenerator(seed: 3)
        host.layer.backgroundColor = CGColor(red: 0.1, green: 0.11, blue: 0.16, alpha: 1)
        for index in 0..<9 {
            let marble = CALayer()
            let side = CGFloat.random(in: 34...64, using: &random)
            marble.bounds = CGRect(x: 0, y: 0, width: side, height: side)
            marble.cornerRadius = side / 2
            marble.position = CGPoint(x: 60 + CGFloat(index % 3) * 100, y: 50 + CGFloat(index / 3) * 70)
            marble.backgroundColor = CGColor(
                red: .random(in: 0.4...1, using: &random), green: .random(in: 0.3...0.9, using: &random),
                blue: .random(in: 0.4...1, using: &random),
                alpha: 1
            )
            marble.shadowOpacity = 0.5
            marble.shadowRadius = 4
            marble.shadowOffset = CGSize(width: 0, height: 3)
            host.layer.addSublayer(marble)

            let drift = CABasicAnimation(keyPath: "position.y")
            drift.byValue = CGFloat.random(in: 8...20, using: &random)
            drift.isAdditive = true
            drift.duration = .random(in: 0.8...1.6, using: &random)
            drift.autoreverses = true
            drift.repeatCount = .infinity
            drift.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
            marble.add(drift, forKey: "drift")
        }
        host.onInput = { [unowned self] in hear($0) }
    }

    private func hear(_ event: InputEvent) {
        guard case .touch(let touch) = event.kind else { return }
        switch touch.phase {
        case .began:
            guard let marble = host.layer.presentation()?.hitTest(touch.location)?.model(), marble !== host.layer,
                let shown = marble.presentation()?.position
            else { return }
            held[touch.id] = (marble, CGPoint(x: shown.x - touch.location.x, y: shown.y - touch.location.y))
            trail[touch.id] = [(event.time, touch.location)]
            marble.zPosition = (host.layer.sublayers?.map(\.zPosition).max() ?? 0) + 1
            marble.animate(\.opacity, to: 0.75, .easeOut(0.2))
        case .moved:
            guard let (marble, grip) = held[touch.id] else { return }
            trail[touch.id]?.append((event.time, touch.location))
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            marble.position = CGPoint(x: touch.location.x + grip.x, y: touch.location.y + grip.y)
            CATransaction.commit()
        case .ended, .cancelled:
            guard let (marble, _) = held.removeValue(forKey: touch.id) else { return }
            marble.animate(\.opacity, to: 1, .easeOut(0.2))
            throwMarble(marble, velocity(trail.removeValue(forKey: touch.id) ?? [], at: event.time))
        }
    }

    /// Points a second over the last tenth of one.
    private func velocity(_ trail: [(time: Double, place: CGPoint)], at time: Double) -> CGPoint {
        guard let last = trail.last, let first = trail.first(where: { time - $0.time < 0.1 }), last.time > first.time else { return .zero }
        let seconds = last.time - first.time
        return CGPoint(x: (last.place.x - first.place.x) / seconds, y: (last.place.y - first.place.y) / seconds)
    }

    /// It flies on as the hand went, and comes to rest inside the window.
    private func throwMarble(_ marble: CALayer, _ velocity: CGPoint) {
        let room = host.layer.bounds.insetBy(dx: marble.bounds.width / 2, dy: marble.bounds.height / 2)
        let target = CGPoint(
            x: min(max(marble.position.x + velocity.x * 0.25, room.minX), room.maxX),
            y: min(max(marble.position.y + velocity.y * 0.25, room.minY), room.maxY)
        )
        marble.animate(\.position, to: target, .spring(duration: 0.6, bounce: 0.25), velocity: velocity)
    }
}

/// The same input in every run: one marble is thrown to the right, then another one to the left.
@MainActor func writeSheet(to path: String) throws {
    let host = OffscreenHost(size: CGSize(width: 320, height: 240))
    let marbles = host.perform { Marbles(in: host) }
    let sheet = ContactSheet(columns: 4)
    func drag(from start: CGPoint, to end: CGPoint, at time: Double) {
        host.send(InputEvent(time: time, .touch(.init(.began, at: start))))
        for step in 1...8 {
            let part = CGFloat(step) / 8
            let place = CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
            host.send(InputEvent(time: time + Double(step) / 60, .touch(.init(.moved, at: place))))
            if step == 4 { sheet.add(host) }
        }
        host.send(InputEvent(time: time + 8.0 / 60, .touch(.init(.ended, at: end))))
        for _ in 0..<3 {
            host.advance(by: 0.1)
            sheet.add(host)
        }
    }
    drag(from: CGPoint(x: 62, y: 56), to: CGPoint(x: 190, y: 90), at: 0.2)
    drag(from: CGPoint(x: 260, y: 194), to: CGPoint(x: 120, y: 150), at: 1)
    withExtendedLifetime(marbles) {}
    try sheet.write(to: path)
}

if CommandLine.arguments.count > 1 {
    try writeSheet(to: outputPath("Window"))
} else {
    do {
        let window = try WindowHost(title: "Agate", size: CGSize(width: 320, height: 240))
        let marbles = Marbles(in: window)
        let hear = window.onInput
        window.onInput = { event in
            if event.kind == .closeRequested { exit(0) }
            hear?(event)
        }
        withExtendedLifetime((window, marbles)) { RunLoop.main.run() }
    } catch {
        print("\(error)\nWriting Window.png instead.")
        try writeSheet(to: outputPath("Window"))
    }
}
