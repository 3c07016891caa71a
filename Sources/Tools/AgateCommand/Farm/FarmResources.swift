import Agate
import AgateBatch
import Foundation

/// The resources that a part needs, estimated from frames that were rendered and encoded here.
struct FarmResources: Codable {
    /// The number of frames of the whole film, or of all films.
    let frames: Int
    /// The time from the start to the first frame, in seconds.
    let startSeconds: Double
    /// The time per frame on this machine's processors, in seconds.
    let frameSeconds: Double
    /// The memory of this process and the encoder together.
    let megabytes: Int
    let cpus: Int

    /// Returns the expected time of a part, in seconds.
    func seconds(parts: Int) -> Double { startSeconds + frameSeconds * Double(frames) / Double(max(parts, 1)) }

    /// Returns the time limit to request: three times the measured time plus five minutes, in whole minutes.
    func minutes(parts: Int) -> Int { Int((seconds(parts: parts) * 3 / 60 + 5).rounded(.up)) }

    /// Renders some frames to a temporary file: the first ones, for up to three seconds.
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
        // A longer measurement is not needed: the frames that were made until then are sufficient.
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
