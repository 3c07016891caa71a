import AgateRecording
import CoreGraphics
import RenderTree

extension Advisor {
    /// Examines the changes: text that is drawn repeatedly, animations that were added and removed between two frames.
    mutating func lookAtCommits(_ recording: Recording) {
        var texts: [LayerID: (image: CGImage, runs: Int, name: String)] = [:]
        /// The animations that were added since the last frame, with their layers.
        var fresh: [AnimationID: (layer: LayerID, keyPath: String, time: Double)] = [:]
        var names: [LayerID: String] = [:]
        let hasFrames = recording.entries.contains { if case .frame = $0 { true } else { false } }
        for entry in recording.entries {
            switch entry {
            case .frame: fresh = [:]
            case .commit(let commit):
                for update in commit.updates {
                    if update.state.objectsBox != nil, let name = update.state.objects.name { names[update.id] = name }
                    guard update.layerClass == .text, case .image(let image)? = update.state.objects.contents else { continue }
                    let name = names[update.id] ?? "CATextLayer \(update.id.rawValue)"
                    var text = texts[update.id] ?? (image, 0, name)
                    if text.image !== image { text = (image, text.runs + 1, name) }
                    texts[update.id] = text
                    if text.runs >= 10 {
                        add(
                            .redrawnText, update.id.rawValue, name, commit.time,
                            "\(name) was redrawn in 10 commits: its lines are laid out and painted each time.",
                            fix:
                                "Animate the layer's transform instead of its size or font, set the string only when it changes, or draw its "
                                + "digits as layers.")
                    }
                }
                for change in commit.animations {
                    switch change {
                    case .add(let layer, let id, let spec):
                        fresh[id] = (layer, spec.keyPath, commit.time)
                        if spec.keyPath.contains("hidden") || spec.keyPath.contains("opacity") { shownByAnimations.insert(layer) }
                    case .remove(_, let id):
                        guard hasFrames, let lost = fresh.removeValue(forKey: id) else { continue }
                        let name = names[lost.layer] ?? "layer \(lost.layer.rawValue)"
                        add(
                            .unseenAnimation, lost.layer.rawValue, name, lost.time,
                            "An animation of \(lost.keyPath) of \(name) was replaced or removed before any frame showed it.",
                            fix:
                                "Set the property once per iteration of the run loop, or set it with CATransaction.setDisableActions(true) if it should not animate.",
                            key: lost.keyPath)
                    }
                }
            default: break
            }
        }
    }

    /// Examines the transaction log for actions.
    mutating func lookAtLog(_ recording: Recording) {
        for case .log(let entry) in recording.entries
        where entry.kind == "set" && entry.detail.contains("overrides action(forKey:) and returned nil") {
            let name = entry.layer ?? ""
            let key = entry.key ?? ""
            add(
                .accidentalNil, entry.layerID, name, entry.time,
                "\(key) of \(name) did not animate: its class overrides action(forKey:) and returned nil.",
                fix: "Return super.action(forKey:) for other keys; return NSNull() to prevent an animation.", key: key)
        }
    }
}

extension AnimationSpec {
    fileprivate var keyPath: String {
        switch content {
        case .basic(let target, _), .keyframe(let target, _), .spring(let target, _, _), .function(let target, _): target.keyPath
        case .group(let children): children.map(\.keyPath).joined(separator: ", ")
        case .transition: "a transition"
        case .empty: "nothing"
        }
    }
}
