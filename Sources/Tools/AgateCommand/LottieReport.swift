import AgateFormats
import Foundation

/// The output of `info` for a Lottie file.
struct LottieReport: Encodable {
    struct Marker: Encodable {
        let name: String
        let frame: Double
        let frames: Double
    }

    let file: String
    let name: String?
    let width: Double
    let height: Double
    let frameRate: Double
    let startFrame: Double
    let endFrame: Double
    let duration: Double
    let markers: [Marker]
    let contents: LottieInventory
    /// Unsupported or missing features.
    let diagnostics: [String]
    /// The ids in a container with several animations.
    let animations: [String]
    let themes: [String]

    init(file: String) throws {
        // The layers are created as well, so that images are read and all missing content is reported.
        let scene = try LottieScene(url: URL(fileURLWithPath: file))
        animations = scene.archive?.animations.map(\.id) ?? []
        themes = scene.themes.map(\.id)
        self.file = file
        name = scene.name
        width = scene.size.width
        height = scene.size.height
        frameRate = scene.frameRate
        startFrame = scene.startFrame
        endFrame = scene.endFrame
        duration = scene.duration
        markers = scene.markers.map { Marker(name: $0.name, frame: $0.frame, frames: $0.durationFrames) }
        contents = scene.inventory
        diagnostics = scene.diagnostics.map(\.message)
    }

    var lines: [String] {
        let number = Report.number
        var lines = [
            "\(file): \(name.map { "\"\($0)\", " } ?? "")\(number(width)) x \(number(height)) points, "
                + "frames \(number(startFrame)) to \(number(endFrame)) at \(number(frameRate)) a second, \(number(duration)) s"
        ]
        if animations.count > 1 { lines.append("animations: \(animations.joined(separator: ", "))") }
        for layer in contents.layers { describe(layer, depth: 1, into: &lines) }
        for marker in markers {
            lines.append(
                "marker \"\(marker.name)\" at frame \(number(marker.frame))\(marker.frames > 0 ? " for \(number(marker.frames))" : "")")
        }
        if !contents.features.isEmpty {
            lines.append(
                "features: " + contents.features.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", "))
        }
        if !contents.slots.isEmpty { lines.append("slots: \(contents.slots.joined(separator: ", "))") }
        if !themes.isEmpty { lines.append("themes: \(themes.joined(separator: ", "))") }
        for font in contents.fonts { lines.append("font \(font)") }
        for image in contents.images { lines.append("image \(image)") }
        return lines + diagnostics.map { "note: \($0)" }
    }

    private func describe(_ layer: LottieInventory.Layer, depth: Int, into lines: inout [String]) {
        let indent = String(repeating: "  ", count: depth)
        lines.append(
            "\(indent)\(layer.kind) \"\(layer.name)\" frames \(Report.number(layer.inFrame)) to \(Report.number(layer.outFrame))\(layer.features.isEmpty ? "" : ": " + layer.features.joined(separator: ", "))"
        )
        for inner in layer.layers { describe(inner, depth: depth + 1, into: &lines) }
    }
}
