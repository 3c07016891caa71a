import Agate
import AgateBatch
import Foundation

/// What a part needs, from frames that were rendered and encoded here.
struct FarmResources: Codable {
    /// Of the whole film, or films.
    let frames: Int
    /// Seconds from the start to the first frame.
    let startSeconds: Double
    /// Seconds a frame, on this machine's processors.
    let frameSeconds: Double
    /// Of this process and of the encoder together.
    let megabytes: Int
    let cpus: Int

    /// Seconds of a part, as measured.
    func seconds(parts: Int) -> Double { startSeconds + frameSeconds * Double(frames) / Double(max(parts, 1)) }

    /// The limit to ask for: three times as long as measured and five minutes more, in whole minutes.
    func minutes(parts: Int) -> Int { Int((seconds(parts: parts) * 3 / 60 + 5).rounded(.up)) }

    /// Renders some frames into nothing: the first ones, up to three seconds of them.
    static func measure(_ render: FilmRender, cpus: Int) throws -> FarmResources {
        var sample = render
        sample.chunk = nil
        let begin = ProcessInfo.processInfo.systemUptime
        let plan = try sample.plan()
        let frames = plan.film
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-sample-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        sample.output = folder.appendingPathComponent("sample-%d.\(URL(fileURLWithPath: render.output).pathExtension)").path
        if !render.output.contains("%") { sample.output = sample.output.replacingOccurrences(of: "-%d", with: "") }
        sample.manifest = nil
        sample.keepsExisting = false
        sample.frames = frames.lowerBound...min(frames.lowerBound + 119, frames.upperBound - 1)
        struct Enough: Error {}
        var first = 0.0, count = 0
        let interruption = render.interruption
        // Longer than it takes is of no use: the frames that were made by then tell.
        sample.interruption = {
            try interruption()
            count += 1
            let now = ProcessInfo.processInfo.systemUptime
            if count == 1 { first = now }
            if count > 2, now - first > 3 { throw Enough() }
        }
        do { _ = try sample.run() } catch is Enough {}
        let end = ProcessInfo.processInfo.systemUptime
        var own = rusage(), children = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &children)
        let megabytes = (own.ru_maxrss + children.ru_maxrss) / 1024 * 3 / 2
        return FarmResources(
            frames: frames.count, startSeconds: max(first - begin, 0.01), frameSeconds: max((end - first) / Double(max(count, 1)), 1e-5),
            megabytes: max((megabytes + 255) / 256 * 256, 512), cpus: cpus)
    }
}
