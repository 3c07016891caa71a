@testable import Agate
import TestSupport
import XCTest

final class HostInputTests: XCTestCase {
    func testAnEventMovesTimeForwardAndItsChangesShowAtOnce() {
        let host = OffscreenHost(size: CGSize(width: 40, height: 20))
        var seen: [(InputEvent, CFTimeInterval)] = []
        host.onInput = { [unowned host] event in
            seen.append((event, CACurrentMediaTime()))
            host.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        }
        let tap = InputEvent(time: 0.5, .touch(.init(.began, at: CGPoint(x: 3, y: 4))))
        host.send(tap)
        XCTAssertEqual(seen.map(\.0), [tap])
        XCTAssertEqual(seen.map(\.1), [0.5])
        XCTAssertEqual(host.now, 0.5)
        XCTAssertEqual(host.image().withPixels { $0[0] }, 0xFFFF_0000)
        // An earlier time, or none, leaves the clock.
        host.send(InputEvent(time: 0.1, .focused(true)))
        host.send(InputEvent(time: .nan, .focused(false)))
        XCTAssertEqual(host.now, 0.5)
        XCTAssertEqual(seen.count, 3)
    }

    func testResizingMakesAnotherBitmapThatTheRootFills() {
        let host = OffscreenHost(size: CGSize(width: 40, height: 20), background: .white)
        host.perform { host.layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1) }
        _ = host.image()
        host.send(InputEvent(time: 0, .resized(CGSize(width: 30, height: 50), scale: 2)))
        let picture = host.image()
        XCTAssertEqual([picture.width, picture.height], [60, 100])
        XCTAssertEqual(host.layer.frame, CGRect(x: 0, y: 0, width: 30, height: 50))
        XCTAssertEqual(picture.withPixels { Set(UnsafeBufferPointer(start: $0, count: 6000)) }, [0xFF00_00FF])
        XCTAssertEqual(host.size, CGSize(width: 30, height: 50))
        XCTAssertEqual(host.scale, 2)
    }

    func testASizeThatIsNoneIsRefused() {
        let host = OffscreenHost(size: CGSize(width: 40, height: 20))
        let reports = Locked<[String]>([])
        let token = Diagnostic.addObserver { report in reports.withLock { $0.append(report.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        for size in [CGSize(width: CGFloat.nan, height: 1), CGSize(width: 1, height: CGFloat.infinity), CGSize(width: -1, height: 1)] {
            host.send(InputEvent(time: 0, .resized(size, scale: 1)))
        }
        host.send(InputEvent(time: 0, .resized(CGSize(width: 4, height: 4), scale: 0)))
        XCTAssertEqual(reports.withLock { $0 }, Array(repeating: "host.refused-size", count: 4))
        XCTAssertEqual(host.size, CGSize(width: 40, height: 20))
        XCTAssertEqual(host.image().width, 40)
    }

    func testALiveHostTellsItsHandler() {
        let host = LiveHost(size: CGSize(width: 40, height: 20))
        var seen: [InputEvent.Kind] = []
        host.onInput = { seen.append($0.kind) }
        host.send(InputEvent(time: host.now, .text("é")))
        host.send(InputEvent(time: host.now, .resized(CGSize(width: 50, height: 60), scale: 1)))
        XCTAssertEqual(seen, [.text("é"), .resized(CGSize(width: 50, height: 60), scale: 1)])
        XCTAssertEqual(host.layer.bounds.size, CGSize(width: 50, height: 60))
    }

    func testAHandlerOfOneEventTakesThePlaceOfOnInput() {
        let host = LiveHost(size: CGSize(width: 40, height: 20))
        var own = 0, sizes: [CGSize] = []
        host.onInput = { _ in own += 1 }
        host.send(InputEvent(time: host.now, .text("é"))) { sizes.append(host.layer.bounds.size) }
        host.send(InputEvent(time: host.now, .resized(CGSize(width: 50, height: 60), scale: 1))) { sizes.append(host.layer.bounds.size) }
        XCTAssertEqual(sizes, [CGSize(width: 40, height: 20), CGSize(width: 50, height: 60)])
        XCTAssertEqual(own, 0)
        host.send(InputEvent(time: host.now, .text("é")))
        XCTAssertEqual(own, 1)
    }
}
