import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

/// Everything that determines the appearance of a frame: a scene, its state, the values filled in, and the size.
package struct RenderSettings: Codable, Hashable, Sendable {
    /// A value for a name of the template.
    package struct Value: Codable, Hashable, Sendable {
        package let name: String, value: String
        /// The fit of an image of another aspect ratio; nil is the file's own.
        package let fit: ImageFit?
        package init(name: String, value: String, fit: ImageFit? = nil) { (self.name, self.value, self.fit) = (name, value, fit) }
    }
    /// The scene's file.
    package var file: String
    package var state: String?
    package var from: String?
    package var to: String?
    /// `light` or `dark`, and orientations such as `portrait-up`: states above these, if the document has them.
    package var appearance: String?
    package var orientation: String?
    /// The progress of the transition to the state at which the scene is held, 0...1; nil if the transition runs.
    package var progress: Double?
    /// The player whose interpretation of a Lottie file is used; nil is the specification.
    package var lottieReading: LottieReading?
    /// The width and height in points; by default the scene's own.
    package var size: [Double]?
    /// The scale in pixels per point.
    package var scale = 1.0
    /// The renderer; nil is the processor.
    package var renderer: FrameRenderer?
    /// Red, green, blue, alpha in sRGB.
    package var background: [Double]?
    /// The values, in the order in which they are set.
    package var values: [Value] = []
    /// A file of captions that show over the scene.
    package var captions: String?
    /// The folder for relative paths of images.
    package var folder: String?

    package init(file: String) { self.file = file }

    /// Makes the scene and fills in the values.
    /// - Parameter source: The scene's file as read with `lottieReading`; nil reads it.
    /// - Throws: ``FilmInputError`` and the readers' errors.
    package func open(_ images: TemplateImages? = nil, source: SceneSource? = nil) throws -> any TemplateScene {
        let scene = try (source ?? SceneSource(file, reading: lottieReading ?? .specification)).makeScene()
        let images = images ?? TemplateImages(folder: URL(fileURLWithPath: folder ?? "."))
        for value in values {
            guard try scene.fill(value.name, with: value.value, fit: value.fit, images: images) else {
                throw FilmInputError("\(value.name): no value in \(file) has this name")
            }
        }
        try check(scene)
        return scene
    }

    /// Returns a host that shows the scene at time 0, in its state.
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
        if let captions {
            // The times of captions are those of the film.
            let texts = try Captions(contentsOf: URL(fileURLWithPath: captions)), size = canvas(scene), scale = CGFloat(scale)
            show.host.perform { show.host.layer.addSublayer(texts.layer(size: size, scale: scale)) }
        }
        return show
    }

    package func canvas(_ scene: any Scene) -> CGSize { size.map { CGSize(width: $0[0], height: $0[1]) } ?? scene.size }

    /// Throws an error if the picture has no size or is too large.
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
