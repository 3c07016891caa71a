import Agate
import Foundation
import QuartzCore

/// What a window costs on an X server without a screen: from a hand to the frame that shows it, an even rate while the program is busy, and
/// nothing at all while nothing moves. AGATE_BENCH_SECONDS says how long the second figure is taken for (60).
func windowBenchmarks() {
    guard let display = BareDisplay() else { return print("Xvfb and xdotool are not installed: no window is measured") }
    defer { display.stop() }
    setenv("DISPLAY", display.name, 1)
    unsetenv("WAYLAND_DISPLAY")
    unsetenv("SDL_VIDEODRIVER")
    do {
        try handToFrame(display)
        try evenRate()
        try stillWindow()
    } catch {
        print("\(error)")
    }
}

/// An X server of this suite's own, and a hand.
private final class BareDisplay {
    let name: String
    private let server = Process(), hand = Process(), script = Pipe()

    init?() {
        let pipe = Pipe()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The frames' own threads ask for real-time order; a server that must wait behind other programs would be what is measured.
        let start = "if chrt -f 1 true; then exec chrt -f 1 Xvfb \"$@\"; else exec Xvfb \"$@\"; fi"
        server.arguments = ["sh", "-c", start, "sh", "-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"]
        server.standardOutput = pipe
        server.standardError = FileHandle.nullDevice
        guard (try? server.run()) != nil else { return nil }
        var text = ""
        while !text.hasSuffix("\n") {
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            text += String(decoding: data, as: UTF8.self)
        }
        name = ":" + text.trimmingCharacters(in: .whitespacesAndNewlines)
        hand.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        hand.arguments = ["xdotool", "-"]
        hand.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }
        hand.standardInput = script
        hand.standardOutput = FileHandle.nullDevice
        hand.standardError = FileHandle.nullDevice
        guard (try? hand.run()) != nil else { return nil }
    }

    /// Does it as soon as the hand reads it.
    func does(_ line: String) { try? script.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func stop() {
        try? script.fileHandleForWriting.close()
        hand.terminate()
        server.terminate()
        server.waitUntilExit()
    }
}

private func open(_ size: CGSize) throws -> WindowHost {
    var options = WindowOptions()
    options.position = .zero
    options.background = .white
    let window = try WindowHost(title: "bench", size: size, options: options)
    CATransaction.flush()
    while window.statistics.presented == 0 { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    return window
}

private func handToFrame(_ display: BareDisplay) throws {
    let window = try open(CGSize(width: 640, height: 480))
    let dot = CALayer()
    dot.bounds = CGRect(x: 0, y: 0, width: 30, height: 30)
    dot.cornerRadius = 15
    dot.backgroundColor = CGColor(red: 0.8, green: 0.2, blue: 0.2, alpha: 1)
    window.layer.addSublayer(dot)
    var arrival = 0.0
    window.onInput = { event in
        guard case .hover(let place) = event.kind else { return }
        arrival = HostClock.now
        CATransaction.setDisableActions(true)
        dot.position = place
    }
    display.does("mousemove 5 5")
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.5))
    var toProgram: [Double] = [], toScreen: [Double] = []
    for index in 0..<1000 {
        let start = HostClock.now
        display.does("mousemove \(20 + index % 500) \(20 + index % 397)")
        while window.statistics.lastPresent < start, HostClock.now - start < 1 {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
            if arrival > start { while window.statistics.lastPresent < arrival, HostClock.now - start < 1 { usleep(100) } }
        }
        toProgram.append(arrival - start)
        toScreen.append(window.statistics.lastPresent - start)
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02))
    }
    print(spread("from the hand (xdotool) to the program, 1000 events", toProgram))
    print(spread("from the hand to the frame on the screen, 1000 events", toScreen))
}

private func spread(_ name: String, _ seconds: [Double]) -> String {
    let sorted = seconds.sorted()
    func at(_ share: Double) -> String { String(format: "%.2f", sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1000) }
    return "\(name): median \(at(0.5)) ms, 95 % \(at(0.95)), 99 % \(at(0.99)), worst \(at(1))"
}

private func evenRate() throws {
    let window = try open(CGSize(width: 1280, height: 720))
    var random = SteadyRandom(state: 11)
    for _ in 0..<1000 {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
        layer.position = CGPoint(x: random.next() * 1200, y: random.next() * 680)
        layer.cornerRadius = 6
        layer.backgroundColor = CGColor(red: random.next(), green: random.next(), blue: 0.8, alpha: 0.9)
        let move = CABasicAnimation(keyPath: "position")
        move.fromValue = NSValue(point: layer.position)
        move.toValue = NSValue(point: CGPoint(x: random.next() * 1280, y: random.next() * 720))
        move.duration = 1 + random.next() * 2
        move.autoreverses = true
        move.repeatCount = .infinity
        layer.add(move, forKey: "move")
        window.layer.addSublayer(layer)
    }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 1))
    window.resetStatistics()
    let seconds = ProcessInfo.processInfo.environment["AGATE_BENCH_SECONDS"].flatMap(Double.init) ?? 60
    let start = HostClock.now, processor = processorTime()
    while HostClock.now - start < seconds {
        Thread.sleep(forTimeInterval: 1)
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 2))
    }
    let seen = window.statistics, took = HostClock.now - start
    let all = Double(max(1, seen.presented + seen.rendering.missedFrames + seen.overtaken)) / 100
    let lost = seen.latePresents + seen.rendering.missedFrames + seen.overtaken
    func share(_ frames: Int) -> String { String(format: "%.3f %%", Double(frames) / all) }
    print(
        "1000 moving layers, 1280x720, main thread blocked one second in three, \(Int(took)) s: \(seen.presented) frames shown, "
            + "\(String(format: "%.2f", Double(seen.presented) / took)) a second; late \(seen.latePresents), missed \(seen.rendering.missedFrames), "
            + "overtaken \(seen.overtaken): \(share(lost)) (limit 0.5 %), without those that only the X server was late with "
            + "\(share(lost - seen.lateAtDisplay)); worst \(String(format: "%.2f", seen.worstLateness * 1000)) ms, "
            + "\(Int((processorTime() - processor) / took * 100)) % of a processor")
}

private func stillWindow() throws {
    let window = try open(CGSize(width: 1280, height: 720))
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 1))
    window.resetStatistics()
    let before = processorTime()
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
    print(
        "nothing moves for 5 s: \(window.statistics.rendering.wakeUps) wake-ups for frames, "
            + "\(String(format: "%.3f", (processorTime() - before) * 1000)) ms of processor time in all threads (limit: none)")
}

/// Of all threads.
private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
