import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// A finding about wasted time or an unintended result, with its layer and a remedy.
package struct Advice: Encodable, Sendable, Equatable {
    package enum Kind: String, Encodable, Sendable, CaseIterable {
        /// A diagnostic that Agate reported itself.
        case diagnostic
        case shadowWithoutPath = "shadow without a path"
        case maskThatCouldBeCorners = "mask that could be corners"
        case avoidablePass = "avoidable off-screen pass"
        case hugeImage = "huge image shown small"
        case redrawnText = "text redrawn repeatedly"
        case animatesUnseen = "animates while not visible"
        case unseenAnimation = "animation that no frame showed"
        case accidentalNil = "action that returns nil"
    }

    package var kind: Kind
    /// The layer, in the recording's numbers; nil if the finding concerns none.
    package var layer: UInt64?
    package var layerName: String
    /// The time of the first occurrence, in seconds of media time.
    package var time: Double
    /// The observation, and the remedy.
    package var message, fix: String
}

/// Finds advice in recordings: one finding for each layer and kind.
package struct Advisor {
    private var found: [Advice] = []
    private var known: Set<String> = []
    /// The layers that animations show and hide.
    var shownByAnimations: Set<LayerID> = []

    /// The number of times that are examined; the other frames differ little.
    private static let looks = 24

    /// Returns all advice, in the order of the first occurrences.
    package static func advice(on recording: Recording) -> [Advice] {
        var advisor = Advisor()
        advisor.reportDiagnostics(recording)
        advisor.lookAtCommits(recording)
        advisor.lookAtLog(recording)
        let replay = Replay(recording)
        let frames = replay.frameCount
        if frames == 0 {
            let end = recording.span.upperBound
            replay.seek(to: end)
            advisor.look(at: replay.tree, time: end)
        } else {
            for i in 0..<min(frames, looks) {
                let number = frames <= looks ? i : i * (frames - 1) / (looks - 1)
                replay.seek(toFrame: number)
                advisor.look(at: replay.tree, time: recording.frameTimes[number])
            }
        }
        return advisor.found.sorted { $0.time < $1.time }
    }

    mutating func add(
        _ kind: Advice.Kind, _ layer: UInt64?, _ name: String, _ time: Double, _ message: String, fix: String, key: String = ""
    ) {
        guard known.insert("\(kind.rawValue) \(layer.map(String.init) ?? name) \(key)").inserted, found.count < 1000 else { return }
        found.append(
            Advice(
                kind: kind, layer: layer, layerName: ForeignText.line(name), time: time.isFinite ? time : 0,
                message: ForeignText.line(message), fix: ForeignText.line(fix)))
    }

    private mutating func reportDiagnostics(_ recording: Recording) {
        let layers = LayersByWords(recording)
        for case .diagnostic(let diagnostic, let time) in recording.entries {
            let fix = Self.cures[diagnostic.identifier] ?? "See \(diagnostic.identifier) in Documentation/Diagnostics.md."
            add(
                .diagnostic, diagnostic.layer.flatMap { layers.number(of: $0) }, diagnostic.layer ?? "", time,
                "\(diagnostic.identifier): \(diagnostic.message)", fix: fix, key: diagnostic.message)
        }
    }

    /// Maps the layer descriptions in diagnostics to layers.
    private struct LayersByWords {
        private var ofLog: [String: UInt64] = [:]
        /// The layers by name; nil for a name that several layers have.
        private var named: [String: UInt64?] = [:]

        init(_ recording: Recording) {
            for entry in recording.entries {
                switch entry {
                case .log(let line): if let words = line.layer, let id = line.layerID { ofLog[words] = id }
                case .commit(let commit):
                    for update in commit.updates where update.state.objectsBox != nil {
                        guard let name = update.state.objects.name else { continue }
                        if let known = named[name], known != update.id.rawValue {
                            named[name] = .some(nil)
                        } else {
                            named[name] = .some(update.id.rawValue)
                        }
                    }
                default: break
                }
            }
        }

        /// Returns the layer of a description such as `CALayer "knob" (layer 12)`, whose number is that of the program.
        func number(of words: String) -> UInt64? {
            if let id = ofLog[words] { return id }
            guard let open = words.firstIndex(of: "\""), let end = words.range(of: "\" (layer ", options: .backwards), open < end.lowerBound
            else { return nil }
            return named[String(words[words.index(after: open)..<end.lowerBound])] ?? nil
        }
    }

    private static let cures = [
        "animation.snap-back": "Set the property itself to the animation's last value when the animation is added.",
        "animation.stale-fill": "Remove the animation when it ends and set the property itself: a fill hides values that are set later.",
        "animation.not-shown": "Add the animation when the layer is in a visible tree, or set keepsAnimations of its host.",
    ]
}
