import Agate
import Foundation
import AgateDiagnostics
import XCTest

/// A host with one layer that is shown.
final class Stage {
    private(set) var host: OffscreenHost? = OffscreenHost(size: CGSize(width: 400, height: 300), scale: 1, clock: VirtualClock(time: 10))
    let layer: CALayer

    init(_ layer: CALayer = CALayer()) {
        self.layer = layer
        host!.perform {
            layer.frame = CGRect(x: 80, y: 80, width: 40, height: 40)
            host!.layer.addSublayer(layer)
        }
    }

    var now: Double { host!.clock.now }
    func perform(_ changes: () -> Void) { host!.perform(changes) }
    func advance(by seconds: Double) { host!.advance(by: seconds) }
    func endHost() { host = nil }

    /// What shows now.
    func shown<Value>(_ read: (CALayer) -> Value) -> Value { read(layer.presentation() ?? layer) }

    /// Place and velocity at a time, from what shows before it.
    func arrive(after seconds: Double, _ read: (CALayer) -> [Double]) -> (place: [Double], velocity: [Double]) {
        let e = 1e-4
        advance(by: seconds - 2 * e)
        let a = shown(read)
        advance(by: e)
        let b = shown(read)
        advance(by: e)
        let c = shown(read)
        return (c, c.indices.map { (3 * c[$0] - 4 * b[$0] + a[$0]) / (2 * e) })
    }

    /// The same, from what shows after it. Time goes on a little.
    func leave(_ read: (CALayer) -> [Double]) -> (place: [Double], velocity: [Double]) {
        let e = 1e-4
        let a = shown(read)
        advance(by: e)
        let b = shown(read)
        advance(by: e)
        let c = shown(read)
        return (a, a.indices.map { (4 * b[$0] - 3 * a[$0] - c[$0]) / (2 * e) })
    }
}

func assertNear(_ a: [Double], _ b: [Double], _ tolerance: Double, _ message: String = "", line: UInt = #line) {
    XCTAssertEqual(a.count, b.count, message, line: line)
    for (x, y) in zip(a, b) { XCTAssertEqual(x, y, accuracy: tolerance, message, line: line) }
}

/// Diagnostics reported while `body` runs.
func diagnostics(_ body: () -> Void) -> [Diagnostic] {
    let found = Locked<[Diagnostic]>([])
    let observation = Diagnostics.observe { diagnostic in found.withLock { $0.append(diagnostic) } }
    body()
    observation.cancel()
    return found.withLock { $0 }
}

/// What closures of a test write down, on one thread.
final class Notes<Element> {
    var list: [Element] = []
}

/// Lets the main run loop deliver what waits.
func spinMainLoop() {
    for _ in 0..<4 { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005)) }
}
