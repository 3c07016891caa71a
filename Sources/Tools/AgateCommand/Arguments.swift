import Agate
import AgateBatch
import ArgumentParser
import CoreGraphics
import Foundation

/// `WIDTHxHEIGHT` in points.
struct SizeArgument: ExpressibleByArgument {
    let size: CGSize

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x").map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0, width.isFinite, height.isFinite else {
            return nil
        }
        size = CGSize(width: width, height: height)
    }
}

/// A colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, `r,g,b[,a]` from 0 to 1, or a name.
struct ColorArgument: ExpressibleByArgument {
    let color: CGColor
    /// Red, green, blue and alpha.
    var components: [Double] { (color.components ?? []).map { Double($0) } }

    init?(argument: String) {
        guard let color = TemplateValue.color(argument) else { return nil }
        self.color = color
    }
}

/// `FILE[@SECONDS]`: a sound, and the time of the film at which it begins.
struct SoundArgument: ExpressibleByArgument {
    let sound: FilmSound

    init?(argument: String) {
        guard let sound = FilmSound(text: argument) else { return nil }
        self.sound = sound
    }
}

/// The options for the sound of a film.
struct SoundOptions: ParsableArguments {
    @Option(
        name: .customLong("audio"),
        help:
            "Add a sound, from a time of the film on: FILE[@SECONDS], or a Lottie file with audio layers. Several are mixed. The track ends with the film."
    )
    var sounds: [SoundArgument] = []
    // Unconditional: the number is negative.
    @Option(parsing: .unconditional, help: "Normalise the sound to this loudness in LUFS, such as -16 (EBU R 128).") var loudness: Double?

    func validate() throws {
        if let loudness, !(-70 ... -5).contains(loudness) { throw ValidationError("--loudness must be from -70 to -5") }
    }

    /// The arguments of the command line that mean the same.
    var arguments: [String] {
        sounds.flatMap { ["--audio", "\($0.sound.file.path)@\($0.sound.start)"] } + (loudness.map { ["--loudness", "\($0)"] } ?? [])
    }

    /// Adds the sounds to the options of a film.
    /// - Returns: The sounds of Lottie files, some of which are temporary files: keep them until the film is made.
    func add(to options: inout FilmOptions) throws -> [SceneSounds] {
        var scenes: [SceneSounds] = []
        options.sounds = []
        for one in sounds.map(\.sound) {
            guard ["json", "lottie", "tgs"].contains(one.file.pathExtension.lowercased()) else {
                options.sounds.append(one)
                continue
            }
            guard let scene = try SceneSounds(SceneFile.open(one.file.path)) else {
                throw InputError("\(one.file.relativePath): the file has no audio layers")
            }
            scenes.append(scene)
            for var sound in scene.sounds {
                sound.move(by: one.start)
                options.sounds.append(sound)
            }
        }
        options.loudness = loudness
        return scenes
    }
}

/// `A-B`, both included, or one frame.
struct FramesArgument: ExpressibleByArgument {
    let range: ClosedRange<Int>

    init?(argument: String) {
        let parts = argument.split(separator: "-").map { Int($0) }
        guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1], first >= 0, last >= first else {
            return nil
        }
        range = first...last
    }
}

/// `0,1.5,3`: times in seconds, sorted and without duplicates.
struct TimesArgument: ExpressibleByArgument {
    let times: [Double]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let times = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard times.count == parts.count, (1...10_000).contains(times.count), times.allSatisfy({ $0 >= 0 && $0 <= 1e6 }) else { return nil }
        self.times = Set(times).sorted()
    }

    /// A time as it is written in names: `3`, `1.5`.
    static func text(_ time: Double) -> String { time == time.rounded() ? "\(Int(time))" : "\(time)" }
}

/// `NAME=VALUE`, for an input of a template.
struct ValueArgument: ExpressibleByArgument {
    let name, value: String

    init?(argument: String) {
        guard let at = argument.firstIndex(of: "="), at > argument.startIndex else { return nil }
        (name, value) = (String(argument[..<at]), String(argument[argument.index(after: at)...]))
    }
}

extension FilmFormat: ExpressibleByArgument {}
extension FilmCodec: ExpressibleByArgument {}
extension FilmDynamicRange: ExpressibleByArgument {}
extension FilmOptions.Effort: ExpressibleByArgument {}
