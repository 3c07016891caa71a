import CoreGraphics
import Foundation

/// The frames that a decoder holds, which are contiguous around the requested time, and the choice of its next task.
final class FilmWindow: @unchecked Sendable {
    // Unchecked: all mutable state is accessed under the condition's lock.
    private let condition = NSCondition()
    private let onNewFrame: @Sendable () -> Void

    private struct Frame {
        let time: Double
        let image: CGImage
    }
    private var frames: [Frame] = []
    /// True if the first held frame is the film's first, and if the last is the film's last.
    private var hasBegin = false, hasEnd = false
    private var wanted = 0.0
    private var isBackwards = false
    /// True if a caller got a result that was not final.
    private var isAwaited = false
    private var isRunning = false
    private var mustStop = false
    private var error: (any Error)?
    private var startCount = 0
    private var most = 3
    private var frameTime = 0.04

    /// The memory limit for frames, in bytes; at least three frames are kept.
    private static let memory = 96 << 20
    /// The distance up to which the film is read on, in seconds; beyond it reading restarts.
    private static let shortWay = 1.5
    /// The tolerance for times: those of frames are rounded in files, and those of screens are sums.
    private static let tolerance = 1e-4

    enum Task {
        /// Begin to read at a time.
        case begin(Double)
        case read
    }

    init(_ onNewFrame: @escaping @Sendable () -> Void) { self.onNewFrame = onNewFrame }

    private func locked<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }

    // MARK: Requests

    /// Returns true to the first caller.
    func begin() -> Bool {
        locked {
            defer { isRunning = true }
            return !isRunning
        }
    }

    func stop() {
        locked { mustStop = true }
        condition.broadcast()
    }

    func answer(_ time: Double, _ isBackwards: Bool, _ waits: Bool) -> FilmDecoder.Answer {
        locked {
            while true {
                wanted = time
                self.isBackwards = isBackwards
                condition.broadcast()
                let answer = answer(time)
                if answer.isSettled || mustStop { return answer }
                if !waits {
                    isAwaited = true
                    return answer
                }
                condition.wait()
            }
        }
    }

    var failure: (any Error)? { locked { error } }
    var starts: Int { locked { startCount } }
    var held: Int { locked { frames.count } }

    /// Returns the index of the frame of a time. If the film's first frame is held, it also covers earlier times. -1 if the frame is not
    /// held.
    private func index(_ time: Double) -> Int {
        let after = frames.firstIndex { $0.time > time + Self.tolerance } ?? frames.count
        return after == 0 && hasBegin && !frames.isEmpty ? 0 : after - 1
    }

    private func answer(_ time: Double) -> FilmDecoder.Answer {
        let at = index(time)
        if at >= 0, at + 1 < frames.count { return .init(image: frames[at].image, next: frames[at + 1].time, isSettled: true) }
        let image = at >= 0 ? frames[at].image : nil
        return .init(image: image, isSettled: error != nil || (hasEnd && at >= 0) || (hasEnd && hasBegin && frames.isEmpty))
    }

    // MARK: Decoding

    func setFrames(bytes: Int, rate: Double) {
        locked {
            most = max(3, min(48, Self.memory / max(1, bytes)))
            if rate > 0 { frameTime = 1 / rate }
        }
    }

    /// Returns the next task; sleeps while there is none. Nil once the decoder is released.
    func nextTask() -> Task? {
        locked {
            while !mustStop {
                if let task = task() {
                    if case .begin(let time) = task {
                        frames = []
                        hasBegin = time <= 0
                        hasEnd = false
                        startCount += 1
                    }
                    return task
                }
                condition.wait()
            }
            return nil
        }
    }

    private func task() -> Task? {
        // For backward playback, the next requested frame precedes those that are held: read as many as fit before it.
        let start = isBackwards ? max(0, wanted - Double(most - 2) * frameTime) : wanted
        guard let first = frames.first, let last = frames.last else { return hasEnd && hasBegin ? nil : .begin(start) }
        if wanted < first.time - Self.tolerance, !hasBegin { return .begin(start) }
        if hasEnd { return nil }
        if wanted > last.time + max(Self.shortWay, 2 * frameTime) { return .begin(start) }
        let at = index(wanted)
        if at + 1 >= frames.count { return .read }
        return !isBackwards && frames.count - at < most ? .read : nil
    }

    func append(_ image: CGImage, at time: Double) {
        let isAwaited = locked {
            if frames.count >= most, !frames.isEmpty {
                frames.removeFirst()
                hasBegin = false
            }
            frames.append(Frame(time: time, image: image))
            return settle()
        }
        condition.broadcast()
        if isAwaited { onNewFrame() }
    }

    func end() {
        let isAwaited = locked {
            hasEnd = true
            if frames.isEmpty { hasBegin = true }
            return settle()
        }
        condition.broadcast()
        if isAwaited { onNewFrame() }
    }

    func fail(_ error: any Error) {
        let isAwaited = locked {
            self.error = error
            return settle()
        }
        condition.broadcast()
        if isAwaited { onNewFrame() }
    }

    private func settle() -> Bool {
        guard isAwaited, answer(wanted).isSettled else { return false }
        isAwaited = false
        return true
    }
}
