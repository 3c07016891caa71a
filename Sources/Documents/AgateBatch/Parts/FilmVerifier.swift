import Agate
import FFmpeg
import Foundation
import ImageIO

/// Checks films and their parts against their manifests.
package struct FilmVerifier {
    /// The films, parts, or manifests of numbered pictures.
    package var files: [String]
    /// The scene's file, if it has moved.
    package var scene: String?
    /// The number of frames of each file that are rendered again.
    package var samples = 3
    package var interruption: () throws -> Void = {}

    package init(files: [String]) { self.files = files }

    package struct Report: Codable, Sendable {
        package var files = 0
        /// The number of frames in the files according to their manifests.
        package var frames = 0
        /// The number of frames that were decoded, and compared pixel by pixel (lossless codecs) or counted.
        package var decoded = 0
        package var rendered = 0
        package var problems: [String] = []
    }

    /// - Throws: ``FilmInputError`` if there is no manifest to check against.
    package func run() throws -> Report {
        var report = Report(files: files.count), parts: [(file: String, manifest: FilmManifest)] = []
        for file in files {
            let place = file.hasSuffix(".json") ? file : "\(file).json"
            let manifest: FilmManifest
            do { manifest = try FilmManifest.required(place) } catch {
                throw FilmInputError("\(error); render with --manifest \(place)")
            }
            let film =
                file.hasSuffix(".json")
                ? URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(manifest.output).relativePath : file
            parts.append((film, manifest))
            report.frames += manifest.frames.count
            try check(film, manifest, &report)
            try render(film, manifest, &report)
        }
        parts.sort { ($0.manifest.part.first, $0.file) < ($1.manifest.part.first, $1.file) }
        report.problems += FilmParts.problems(parts)
        return report
    }

    /// Checks a file against its manifest.
    private func check(_ file: String, _ manifest: FilmManifest, _ report: inout Report) throws {
        if !manifest.isComplete { report.problems.append("\(file): the run that wrote it was interrupted") }
        if manifest.isComplete, !manifest.hasAllFrames {
            report.problems.append("\(file): the manifest does not list each of the part's \(manifest.part.count) frames exactly once")
        }
        if let pattern = try? NumberedPath(file), pattern.isPattern {
            for frame in manifest.frames {
                try interruption()
                guard let hash = try? FilmRender.hash(ofPicture: pattern.path(frame.frame)) else {
                    report.problems.append("\(pattern.path(frame.frame)): missing or damaged")
                    continue
                }
                report.decoded += 1
                if XXHash64.text(hash) != frame.hash {
                    report.problems.append("\(pattern.path(frame.frame)): the pixels differ from the manifest")
                }
            }
            return
        }
        guard let hash = FilmManifest.hash(ofFile: file) else {
            report.problems.append("\(file): missing")
            return
        }
        if manifest.outputHash == nil { report.problems.append("\(file): the manifest has no file hash") }
        if let wanted = manifest.outputHash, hash != wanted { report.problems.append("\(file): the file's hash differs from the manifest") }
        guard let format = FilmFormat(pathExtension: URL(fileURLWithPath: file).pathExtension),
            [.mp4, .mov, .webM, .matroska].contains(format)
        else { return }
        do {
            let reader = try FrameReader(URL(fileURLWithPath: file))
            let isExact =
                ["ffv1", "qtrle"].contains(reader.probe.codec) && reader.width == manifest.width && reader.height == manifest.height
            var pixels = [UInt32](repeating: 0, count: reader.width * reader.height), count = 0
            while try pixels.withUnsafeMutableBufferPointer({ try reader.next(into: $0.baseAddress!) }) != nil {
                try interruption()
                if isExact, count < manifest.frames.count {
                    let hash = XXHash64.text(pixels.withUnsafeBytes { XXHash64.hash($0) })
                    if hash != manifest.frames[count].hash {
                        report.problems.append("\(file): the pixels of frame \(manifest.frames[count].frame) differ from the manifest")
                    }
                }
                count += 1
            }
            report.decoded += count
            if count != manifest.part.count {
                report.problems.append("\(file): \(count) frames can be decoded, expected \(manifest.part.count)")
            }
        } catch let error as FFmpegError {
            if error.isTransient || error == .cancelled { throw FilmError(error) }
            report.problems.append("\(file): \(error)")
        }
    }

    /// Renders some frames again: the first, the last, and some that the hash of the film's content selects.
    private func render(_ file: String, _ manifest: FilmManifest, _ report: inout Report) throws {
        guard samples > 0, !manifest.frames.isEmpty else { return }
        var settings = manifest.settings
        if let scene { settings.file = scene }
        guard access(settings.file, R_OK) == 0 else {
            throw FilmInputError(
                "\(settings.file): the scene does not exist, so no frames can be rendered; use --scene to name it, or --sample 0")
        }
        guard XXHash64.text(try SceneFile.hash(settings.file)) == manifest.sceneHash else {
            report.problems.append("\(settings.file) is not the scene from which \(file) was made")
            return
        }
        var chosen: Set<Int> = [0, manifest.frames.count - 1], seed = UInt64(manifest.content, radix: 16) ?? 1
        while chosen.count < min(samples, manifest.frames.count) {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            chosen.insert(Int(seed >> 33) % manifest.frames.count)
        }
        let show = try settings.show(try settings.open())
        for index in chosen.sorted().prefix(samples) {
            try interruption()
            let frame = manifest.frames[index], image = show.image(at: Double(frame.frame) / manifest.framesPerSecond)
            let hash = image.withPixels {
                XXHash64.text(XXHash64.hash(UnsafeRawBufferPointer(start: $0, count: image.width * image.height * 4)))
            }
            report.rendered += 1
            if hash != frame.hash {
                report.problems.append("\(file): the pixels of frame \(frame.frame), rendered again, differ from the manifest")
            }
        }
    }
}
