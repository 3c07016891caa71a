import Agate
import AgateDiagnostics
import AgateFormats
import Foundation

/// The sounds of a scene as files. Sounds inside a document are temporary files, which exist as long as this object.
package final class SceneSounds {
    package let sounds: [FilmSound]
    private let temporary: [String]

    /// Returns nil if the scene has no sound.
    package init?(_ scene: any Scene) throws {
        let found = scene.sounds()
        guard !found.isEmpty else { return nil }
        var files: [LottieSound.Source: URL] = [:], temporary: [String] = [], sounds: [FilmSound] = []
        for sound in found {
            let file: URL
            if let known = files[sound.source] {
                file = known
            } else {
                switch sound.source {
                case .file(let url): file = url
                case .data(let data):
                    let path = "\(NSTemporaryDirectory())/agate-sound-\(UUID().uuidString)"
                    TemporaryFiles.add(path)
                    temporary.append(path)
                    file = URL(fileURLWithPath: path)
                    try data.write(to: file)
                }
                files[sound.source] = file
            }
            guard sound.speed >= 1.0 / 32, sound.speed <= 32 else { continue }
            var made = FilmSound(file, at: sound.start, range: sound.range, speed: sound.speed)
            made.levels = sound.levels.map { FilmSound.Level(time: $0.time, value: $0.value) }
            sounds.append(made)
        }
        (self.sounds, self.temporary) = (sounds, temporary)
    }

    deinit {
        for path in temporary {
            unlink(path)
            TemporaryFiles.remove(path)
        }
    }
}

extension Captions {
    /// The captions as those of a film's track.
    package var track: [FilmCaption] { cues.map { FilmCaption($0.text, from: $0.start, to: $0.end) } }
}
