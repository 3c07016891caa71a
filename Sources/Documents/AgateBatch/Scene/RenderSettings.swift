import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

/// All that decides what a frame looks like: a scene, the state that it is in, what fills it, and how large it is drawn.
package struct RenderSettings: Codable, Hashable, Sendable {
    /// A value that fills a name of the template.
    package struct Value: Codable, Hashable, Sendable {
        package let name: String, value: String
        /// How an image of another shape lies in its place; nil is as the file has it.
        package let fit: ImageFit?
        package init(name: String, value: String, fit: ImageFit? = nil) { (self.name, self.value, self.fit) = (name, value, fit) }
    }
    /// The scene's file.
    package var file: String
    package var state: String?
    package var from: String?
    package var to: String?
    /// `light` or `dark`, and such as `portrait-up`: states above these, where the document has them.
    package var appearance: String?
    package var orientation: String?
    /// How far on the way to the state the scene stands still, 0 to 1; nil where the transition runs.
    package var progress: Double?
    /// Which player a Lottie file is read as; nil is the specification.
    package var lottieReading: LottieReading?
    /// Width and height in points; the scene's own unless given.
    package var size: [Double]?
    /// Pixels a point.
    package var scale = 1.0
    /// What draws; nil is the processor.
    package var renderer: FrameRenderer?
    /// Red, green, blue, alpha in sRGB.
    package var background: [Double]?
    /// In the order in which they are set.
    package var values: [Value] = []
    /// Where relative paths of images start.
    package var folder: String?

    package init(file: String) { self.file = file }

    /// Reads the scene and fills it.
    /// - Throws: ``FilmInputError`` and the readers' errors.
    package func open(_ images: TemplateImages? = nil) throws -> any TemplateScene {
        let scene = try SceneFile.open(file, reading: lottieReading ?? .specification)
        let images = images ?? TemplateImages(folder: URL(fileURLWithPath: folder ?? "."))
        for value in values {
            guard try scene.fill(value.name, with: value.value, fit: value.fit, images: images) else {
                throw FilmInputError("\(value.name): no value in \(file) has this name")
            }
        }
        try check(scene)
        return scene
    }

    /// A host that shows the scene at time 0, in its state.
    package func show(_ scene: any Scene) throws -> Show {
        let color = background.map { CGColor(srgbRed: $0[0], green: $0[1], blue: $0[2], alpha: $0[3]) }
        let show = Show(scene: scene, canvas: canvas(scene), scale: scale, background: color, renderer: renderer ?? .cpu)
        func full(_ name: String?) -> String? { name.map { scene.stateName($0, appearance: appearance, orientation: orientation) } }
        let state = full(state), from = full(from), to = full(to)
        if let to, let progress {
            try show.go(from: from, to: to, progress: progress)
        } else if let to {
            try show.go(from: from, to: to)
        } else if let state {
            try show.go(to: state)
        }
        return show
    }

    package func canvas(_ scene: any Scene) -> CGSize { size.map { CGSize(width: $0[0], height: $0[1]) } ?? scene.size }

    /// Refuses a picture without a size, and one that is too large.
    package func check(_ scene: any Scene) throws {
        let canvas = canvas(scene)
        guard canvas.width > 0, canvas.height > 0 else { throw FilmInputError("\(file): the document has no size; set one with --size") }
        let width = (canvas.width * scale).rounded(.up), height = (canvas.height * scale).rounded(.up)
        guard width <= 16384, height <= 16384, width * height <= 134_217_728 else {
            let (w, h) = (canvas.width * scale, canvas.height * scale)
            throw FilmInputError(
                "\(file): an image of \(w)x\(h) pixels is too large (the limit is 16384 a side, 134217728 in all); use another --size or --scale"
            )
        }
    }
}
