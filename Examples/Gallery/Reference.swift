import Agate
import ExampleSupport
import Foundation
import ImageIO

/// Pictures for the documentation: one of each exhibit, and one of each value of what has a list of them. Those that move are APNG.
/// `Gallery --reference FOLDER` writes them, with a page that shows them.
@MainActor final class Reference {
    let folder: URL
    private var page = """
        # Visual reference

        What every class of layer, property, blend mode, filter, timing function, calculation mode, transition and emitter shape looks like.

        ## Overview

        The pictures are made by the program `Gallery` when the documentation is built.

        """

    init(folder: URL) { self.folder = folder }

    func write() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for room in rooms {
            begin(room.name)
            for exhibit in room.exhibits { try still(exhibit.name, exhibit.note, at: 3, exhibit.build) }
        }
        try blendModes()
        try filters()
        try timingFunctions()
        try calculationModes()
        try transitions()
        try emitters()
        try page.write(to: folder.appendingPathComponent("VisualReference.md"), atomically: true, encoding: .utf8)
    }

    // MARK: Values with a list

    private func blendModes() throws {
        begin("Blend modes", "`compositingFilter` of the disc, over the picture.")
        let modes = [
            "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight",
            "difference", "exclusion", "hue",
            "saturation", "color", "luminosity",
        ]
        for name in modes.map({ $0 + "BlendMode" }) + ["plusD", "plusL", "xor", "sourceAtop", "destOut"] {
            try still(name, "", at: 0) { stage in
                stage.contents = landscape
                let disc = box(58, 23, 100, 100, Palette.coral, in: stage)
                disc.cornerRadius = 50
                disc.compositingFilter = name
            }
        }
    }

    private func filters() throws {
        begin("Filters", "`filters` of the right half.")
        let filters: [(String, [String: Any])] = [
            ("gaussianBlur", ["inputRadius": 4]), ("boxBlur", ["inputRadius": 6]), ("pixellate", ["inputScale": 8]), ("colorInvert", [:]),
            ("colorSaturate", ["inputAmount": 0]), ("colorBrightness", ["inputAmount": 0.2]), ("colorContrast", ["inputAmount": 1.8]),
            ("colorHueRotate", ["inputAngle": 2.0]), ("sepiaTone", ["inputIntensity": 1]),
            ("colorMonochrome", ["inputColor": Palette.indigo]),
            ("multiplyColor", ["inputColor": Palette.coral]), ("colorAdd", ["inputColor": Palette.rgb(0x402010)]),
            ("CIExposureAdjust", ["inputEV": 1]),
        ]
        for (type, values) in filters {
            try still(type, values.map { "\($0.key)" }.joined(), at: 0) { stage in
                for index in 0..<2 {
                    let half = box(12 + CGFloat(index) * 98, 28, 94, 90, nil, in: stage)
                    half.contents = landscape
                    half.contentsGravity = .resizeAspectFill
                    half.masksToBounds = true
                    guard index == 1 else { continue }
                    let filter = CAFilter(type: type)
                    for (key, value) in values { filter.setValue(value, forKey: key) }
                    half.filters = [filter]
                }
            }
        }
    }

    private func timingFunctions() throws {
        begin("Timing functions", "The curve, and a dot that moves by it.")
        let names: [CAMediaTimingFunctionName] = [.default, .linear, .easeIn, .easeOut, .easeInEaseOut]
        for name in names {
            let function = CAMediaTimingFunction(name: name)
            try moving(name.rawValue) { stage in
                var c1: [Float] = [0, 0], c2: [Float] = [0, 0]
                function.getControlPoint(at: 1, values: &c1)
                function.getControlPoint(at: 2, values: &c2)
                func at(_ x: Float, _ y: Float) -> CGPoint { CGPoint(x: 48 + 120 * CGFloat(x), y: 104 - 90 * CGFloat(y)) }
                let path = CGMutablePath()
                path.move(to: at(0, 0))
                path.addCurve(to: at(1, 1), control1: at(c1[0], c1[1]), control2: at(c2[0], c2[1]))
                stage.addSublayer(line(path))
                let dot = box(40, 120, 16, 16, Palette.coral, in: stage)
                dot.cornerRadius = 8
                let move = CABasicAnimation(keyPath: "position.x")
                move.fromValue = 48
                move.toValue = 168
                move.duration = 1
                move.timingFunction = function
                dot.add(move, forKey: nil)
            }
        }
    }

    private func calculationModes() throws {
        begin("Calculation modes", "Four places at uneven distances, at even key times.")
        let places = [CGPoint(x: 24, y: 110), CGPoint(x: 60, y: 40), CGPoint(x: 80, y: 100), CGPoint(x: 190, y: 50)]
        for mode in [CAAnimationCalculationMode.linear, .discrete, .paced, .cubic, .cubicPaced] {
            try moving(mode.rawValue) { stage in
                for place in places {
                    let mark = box(place.x - 3, place.y - 3, 6, 6, Palette.grey, in: stage)
                    mark.cornerRadius = 3
                }
                let dot = box(0, 0, 18, 18, Palette.teal, in: stage)
                dot.cornerRadius = 9
                let move = CAKeyframeAnimation(keyPath: "position")
                move.values = places
                move.calculationMode = mode
                move.duration = 1
                dot.add(move, forKey: nil)
            }
        }
    }

    private func transitions() throws {
        begin("Transitions", "Type and subtype.")
        let sides: [CATransitionSubtype] = [.fromLeft, .fromRight, .fromTop, .fromBottom]
        for type in [CATransitionType.fade, .moveIn, .push, .reveal] {
            for side in type == .fade ? [nil] : sides.map(Optional.some) {
                try movingAfterStart(type.rawValue + (side.map { "-" + $0.rawValue } ?? "")) { stage in
                    let card = box(48, 23, 120, 100, Palette.amber, in: stage)
                    card.masksToBounds = true
                    return {
                        card.backgroundColor = Palette.indigo
                        let transition = CATransition()
                        transition.type = type
                        transition.subtype = side
                        transition.duration = 1
                        card.add(transition, forKey: nil)
                    }
                }
            }
        }
    }

    private func emitters() throws {
        begin("Emitter shapes", "Each in every mode: points, outline, surface, volume.")
        let shapes: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .cuboid, .circle, .sphere]
        for shape in shapes {
            for mode in shape == .point ? [CAEmitterLayerEmitterMode.points] : [.points, .outline, .surface, .volume] {
                try still("emitter-\(shape.rawValue)-\(mode.rawValue)", "", at: 2) { stage in
                    let cell = CAEmitterCell()
                    cell.contents = spark
                    cell.birthRate = 150
                    cell.lifetime = 1.5
                    cell.velocity = 12
                    cell.scale = 0.4
                    cell.color = Palette.plum
                    let emitter = CAEmitterLayer()
                    emitter.frame = stage.bounds
                    emitter.emitterPosition = CGPoint(x: 108, y: 73)
                    emitter.emitterSize = CGSize(width: 120, height: 70)
                    emitter.emitterShape = shape
                    emitter.emitterMode = mode
                    emitter.seed = 3
                    emitter.emitterCells = [cell]
                    stage.addSublayer(emitter)
                }
            }
        }
    }

    // MARK: Pictures

    private func begin(_ title: String, _ note: String = "") { page += "\n## \(title)\n\n" + (note.isEmpty ? "" : note + "\n") }

    private func made(_ build: (CALayer) -> (() -> Void)?) -> (host: OffscreenHost, start: (() -> Void)?) {
        let host = OffscreenHost(size: stage, scale: scale, background: Palette.stage)
        let layer = CALayer()
        let start = host.perform {
            layer.frame = CGRect(origin: .zero, size: stage)
            layer.masksToBounds = true
            host.layer.addSublayer(layer)
            return build(layer)
        }
        return (host, start)
    }

    private func still(_ name: String, _ note: String, at time: Double, _ build: (CALayer) -> Void) throws {
        let (host, _) = made {
            build($0); return nil
        }
        let file = Self.fileName(name)
        try Self.write(host.image(at: time), to: folder.appendingPathComponent(file + ".png"))
        add(name, note, file)
    }

    private func moving(_ name: String, _ build: (CALayer) -> Void) throws {
        try movingAfterStart(name) {
            build($0); return nil
        }
    }

    /// A second of it, and a quarter more in which it stands.
    private func movingAfterStart(_ name: String, _ build: (CALayer) -> (() -> Void)?) throws {
        let (host, start) = made(build)
        if let start { host.perform { start() } }
        let file = Self.fileName(name)
        let film = folder.appendingPathComponent(file + ".apng")
        try host.record(to: .file(film), until: 1.25, framesPerSecond: 20)
        let picture = folder.appendingPathComponent(file + ".png")
        if FileManager.default.fileExists(atPath: picture.path) { try FileManager.default.removeItem(at: picture) }
        try FileManager.default.moveItem(at: film, to: picture)
        add(name, "", file)
    }

    private func add(_ name: String, _ note: String, _ file: String) {
        page += "\n**\(name)**" + (note.isEmpty ? "" : ": " + note) + "\n\n![\(name)](\(file))\n"
    }

    private static func fileName(_ name: String) -> String {
        "reference-" + String(name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }

    private static func write(_ image: CGImage, to url: URL) throws {
        guard let destination = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        CGImageDestinationAddImage(destination, image, nil)
        guard CGImageDestinationFinalize(destination) else { throw CocoaError(.fileWriteUnknown) }
    }

    private func line(_ path: CGPath) -> CAShapeLayer {
        let layer = CAShapeLayer()
        layer.path = path
        layer.fillColor = nil
        layer.strokeColor = Palette.indigo
        layer.lineWidth = 3
        return layer
    }
}

private let spark = picture(16, 16) { _, _ in (1, 1, 1) }
