// Lottie onto layers
//
// A Lottie file is After Effects' composition as JSON: layers with keyframes on most numbers, shapes with modifiers, masks, mattes,
// effects, and compositions inside compositions with clocks of their own. This builder makes of it, once, a tree of ordinary layers
// with ordinary animations. After that nothing of Lottie runs: the render tree plays the file as it plays anything else, on its own
// thread, with damage, caches and hit testing, and a program can add its own layers to it. That is the difference to players that draw
// a frame from the model each time.
//
//     JSONTree      one flat array of nodes, read once                               Model/
//     LottieDocument  the model: layers, shapes, properties with keyframes           Model/
//     LottieBuilder   layers and animations                                          Build/, Effects/, Text/
//     LottieScene     the clock, names, slots, values set by the program             Scene/
//
// What becomes what
//     | in the file                        | on layers                                                                             |
//     |------------------------------------|---------------------------------------------------------------------------------------|
//     | solid, image                       | CALayer with a colour or contents                                                     |
//     | shape layer                        | a tree of CAShapeLayers, one for each path and paint (`LottieShapeReader`)            |
//     | gradient fill                      | CAGradientLayer, twice as large as the path, masked by it                             |
//     | precomposition                     | CALayer that clips, its layers inside; its clock folded into key times                |
//     | parent                             | a layer around the layer; chains that stand still are one matrix                      |
//     | mask, matte                        | `mask`, or a group with a compositing filter where one mask is not enough             |
//     | layer in 3D with a camera          | a `sublayerTransform` on the layer around all that are seen together                  |
//     | effect, layer style                | filters and shadows; copies of the layer where a filter can't say it                  |
//     | text                               | outlines of letters as shape layers; animators are functions of time                  |
//     | in and out point                   | an animation of `hidden`                                                              |
//
// Keyframes or functions
//     Wherever Core Animation's keyframes say the same, they are used (`LottieSchedule`): linear, eased and held segments, spatial
//     paths, paths of equal structure. An animation lasts from its first keyframe to its last and fills both ways, so a frame outside
//     costs nothing. A held value is one more keyframe, 1e-4 of a frame early, so that rounding of seconds never shows the value before
//     a jump.
//
//     The rest is `FunctionAnimation`: a closure of the frame, evaluated in the render tree (`AnimationSpec.function`). That is needed
//     for clocks that run by a curve or backwards (time remapping, negative stretch), modifiers over paths that move (trim one after
//     another, zig zag, offset, twist), repeaters, text animators, and dimensions with different easings where the property can't be
//     split. A function costs two to four times a keyframe animation, and archives and CAML can only keep samples of it, so it is the
//     second choice.
//
// Time
//     `LottieTime` maps frames of a composition to seconds of the scene: an offset and a scale as long as clocks are linear, and both
//     are folded into key times; no layer has a `speed` or `beginTime` of its own, since that would take its animations off the fast
//     path of the render tree. Only a clock that can't be folded has a `Map`, and makes functions. The scene's own clock is three
//     layers (`LottiePlayer`): the middle one wraps its time, so that looping, pausing and seeking change one layer's timing and
//     nothing else.
//
// Limits
//     What a file asks for multiplies: compositions in compositions, repeaters in repeaters, chains of parents, copies for styles. Each
//     has a bound and a diagnostic (`Documentation/Limits.md`), and the whole has a deadline. Cycles (a composition that shows itself,
//     a layer that is its own parent) are found on the way and reported. Expressions are not run; the keyframes count, and one
//     diagnostic for each layer says so.
//
// How it is judged
//     `conform pictures` compares with a reference player's frames, only where something is painted: 1 % of such pixels may be off by
//     more than 2 of 255, and no channel by more than 48. That player deviates from the specification in known ways (no trims on fills,
//     strokes over fills, easing of the first dimension for all, …); `--as-player` rewrites the file in those terms, so that what is
//     left between the pictures is ours.
//
// What was tried, with figures
//     - A tree of boxed JSON values: a flat tree, read once and without boxes, takes 0.1 ms for the file that it was measured on.
//     - A gradient as large as its path, masked by it: edges of both thin the same pixels. More than twice as large, they are also
//       painted as one.
//     - A picture for each mask and gradient: see the compositor's walk.
//     - Trims of one path after another, measured for each path: now once a frame for each list.
//
//     Other ways, not built: layer clocks (`beginTime`, `speed`) for precompositions (inverse times of clocks that stand still do not
//     exist, and the fast path would be lost); drawing each frame from the model into one layer's contents, as most players do (no
//     damage inside, no layers of the program's in between); text layers for text (animators move single letters); patching values into
//     the layers that are there when a slot is set (each property would need a way back from layers to the file: it is read again,
//     which is always right, and meant for now and then).

import AgateDiagnostics
import CoreGraphics
import ImageIO
import QuartzCore
import RenderTree

/// Makes of a document the layers and animations that show it. Time 0 of the animations is the document's first frame, in seconds; they
/// fill both ways and stay. What the file does by keyframes becomes keyframes; what Core Animation has no keyframes for becomes functions
/// of time.
package final class LottieBuilder {
    let document: LottieDocument
    let resources: LottieResources
    /// What of the document is not done, one for each kind and layer.
    package private(set) var diagnostics: [Diagnostic] = []
    /// Compositions that are being made, from the outside in.
    private var open: [String] = []
    private var layerCount = 0
    /// Mattes of the innermost composition that are being made.
    var matteDepth: [Int] = []
    /// Compositions in compositions multiply.
    private static let layerLimit = 100_000
    /// Compositions in compositions, at most. Each calls the builder again, and needs a picture of its own where it is drawn.
    static let depthLimit = 64
    /// The layers around layers that parents make: each of a chain of parents has all those above it around it.
    private var parentCount = 0
    private static let parentLimit = 20_000
    private let deadline: ReadingDeadline
    private var isOver = false
    /// Whether a gradient of the layer that is being made has a highlight that this reading does not draw.
    var leavesOutHighlights = false
    private var copyCount = 0
    private static let copyLimit = 1000

    /// - Parameter resources: images and fonts, and how diagnostics call the file.
    package init(_ document: LottieDocument, resources: LottieResources) {
        self.document = document
        self.resources = resources
        deadline = ReadingDeadline(resources.limits)
    }

    /// The layers of the whole animation, the undermost first, in a space with the origin at the top left and y down.
    package func layers() -> [CALayer] {
        layers(LottieLevel(document.layers, LottieTime(document: document), CGSize(width: document.width, height: document.height)))
    }

    func report(_ identifier: String, _ layer: LottieLayer, _ text: String) {
        let diagnostic = Diagnostic(
            identifier: identifier, message: "\(resources.file): layer \"\(layer.name)\": \(text)", layer: layer.name)
        if diagnostics.count < 1000, !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }

    // MARK: Compositions

    func layers(_ level: LottieLevel) -> [CALayer] {
        var result: [CALayer] = [], room: CALayer?
        for (i, layer) in level.layers.enumerated().reversed() where !layer.isHidden && !layer.isMatte && !level.isMatteOfNext(i) {
            // Layers in space are seen together, up to one that is not.
            let shares = level.isInSpace(layer) && layer.matte == .none
            guard let made = self.layer(i, level, isAlone: !shares) else { continue }
            guard shares, let camera = level.camera else {
                result.append(made)
                room = nil
                continue
            }
            if room == nil {
                room = self.room(camera, level)
                result.append(room!)
            }
            room?.addSublayer(made)
        }
        return result
    }

    /// One layer of a composition, with all that is around it; nil if it never shows.
    /// - Parameters:
    ///   - isAlone: false for a layer in space that is seen together with others.
    ///   - isMatte: whether another layer's matte is made of it. It is used as it is then: mattes don't chain.
    func layer(_ i: Int, _ level: LottieLevel, isAlone: Bool = true, isMatte: Bool = false) -> CALayer? {
        let layer = level.layers[i], time = level.time
        guard layer.inFrame <= time.shown.upperBound, layer.outFrame > time.shown.lowerBound, layer.outFrame > layer.inFrame else {
            return nil
        }
        guard layerCount < Self.layerLimit else {
            report("lottie.too-large", layer, "the animation has more than \(Self.layerLimit) layers; the rest is not shown")
            return nil
        }
        layerCount += 1
        if isOver || deadline.hasPassed {
            if !isOver {
                report("lottie.too-large", layer, "building the layers took more than \(deadline.seconds) s; the rest is not shown")
            }
            isOver = true
            return nil
        }
        if layer.hasExpression, !resources.hasRunExpressions {
            report("lottie.expression", layer, "expressions are not run; the file's keyframes are used")
        }
        if layer.hasMotionBlur { report("lottie.unsupported-layer", layer, "motion blur is not supported; the layer is drawn without it") }
        if case .camera = layer.kind, layer.turnsAlongPath {
            report("lottie.unsupported-layer", layer, "a camera that orients along its path is not supported; its own orientation is used")
        }
        let isInSpace = level.isInSpace(layer)
        guard let content = dressed(layer, level, isInSpace: isInSpace) else { return nil }
        var top = content
        if isInSpace, let camera = level.camera {
            checkParents(of: layer, level)
            top = plane(content, of: layer, level)
            if isAlone {
                let room = room(camera, level)
                room.addSublayer(top)
                top = room
            }
        } else {
            top = wrapped(content, parentsOf: layer, level)
        }
        top = matted(top, byEffectsOf: layer, at: i, level)
        if !isMatte { top = matted(top, by: layer, at: i, level) }
        addBlendMode(layer, to: top, level)
        addVisibility(of: layer, to: top, time)
        return top
    }

    /// A layer with its masks and effects, placed by its own transform, unless it is put somewhere in space.
    private func dressed(_ layer: LottieLayer, _ level: LottieLevel, isInSpace: Bool) -> CALayer? {
        // Effects that are made of several layers, and all in space, are made in the layer's own plane, which is then placed.
        let isOwn = isInSpace || layer.needsOwnPlane
        guard let content = content(isOwn ? layer.unplaced : layer, level) else { return nil }
        content.name = layer.name
        let opacity = layer.transform.opacity, fades = opacity.isAnimated || opacity.value != 100
        if fades, !isOwn { setOpacity(content, opacity, level.time) }
        addMasks(layer.masks, to: content, of: layer, level)
        guard isOwn else { return addStyles(of: layer, to: addEffects(of: layer, to: content, level, isOwn: false), level) }
        if case .composition = layer.kind { content.masksToBounds = true }
        let made = addStyles(of: layer, to: addEffects(of: layer, to: content, level, isOwn: true), level)
        guard !isInSpace else {
            if fades { setOpacity(made, opacity, level.time) }
            return made
        }
        let plane = CALayer()
        plane.name = layer.name
        place(plane, CGRect(origin: .zero, size: level.size), layer.transform, level.time, turnsAlongPath: layer.turnsAlongPath)
        plane.addSublayer(made)
        if fades { setOpacity(plane, opacity, level.time) }
        return plane
    }

    /// A layer in its own plane with masks and effects, once more: what styles are made of.
    func plainCopy(of layer: LottieLayer, _ level: LottieLevel) -> CALayer? {
        guard copyCount < Self.copyLimit else {
            report("lottie.too-large", layer, "layer styles need more than \(Self.copyLimit) copies of layers; the rest is not shown")
            return nil
        }
        copyCount += 1
        guard let content = content(layer.unplaced, level) else { return nil }
        addMasks(layer.masks, to: content, of: layer, level)
        if case .composition = layer.kind { content.masksToBounds = true }
        return addEffects(of: layer, to: content, level, isOwn: true)
    }

    func setOpacity(_ layer: CALayer, _ opacity: LottieNumber, _ time: LottieTime) {
        layer.opacity = Float(min(1, max(0, opacity.value(at: time.firstFrame) / 100)))
        animate(layer, "opacity", opacity, time) { .number($0 / 100) }
    }

    /// What a layer itself shows, placed by its own transform.
    func content(_ layer: LottieLayer, _ level: LottieLevel) -> CALayer? {
        func placed(_ made: CALayer, _ width: Double, _ height: Double) -> CALayer {
            let bounds = CGRect(x: 0, y: 0, width: max(width, 1e-3), height: max(height, 1e-3))
            place(made, bounds, layer.transform, level.time, turnsAlongPath: layer.turnsAlongPath)
            return made
        }
        switch layer.kind {
        case .empty, .camera: return nil
        case .audio:
            report("lottie.unsupported-layer", layer, "audio layers are not supported; the sound is not played")
            return nil
        case .unsupported(let type):
            report("lottie.unsupported-layer", layer, "layers of type \(type) are not supported")
            return nil
        case .solid(let width, let height, let color):
            let made = CALayer()
            made.backgroundColor = CGColor(color, opacity: 1)
            return placed(made, width, height)
        case .image(let id):
            guard case .image(let asset)? = document.assets[id] else {
                report("lottie.missing-asset", layer, "the image \"\(id)\" does not exist")
                return nil
            }
            let made = CALayer()
            if let image = resources.image(id, asset, layer: layer.name) {
                made.contents = image
                resources.fit(id).apply(to: made, image, CGSize(width: asset.width, height: asset.height))
            }
            return placed(made, asset.width, asset.height)
        case .composition(let id, let width, let height, let remap):
            guard case .composition(let composition)? = document.assets[id] else {
                report("lottie.missing-asset", layer, "the composition \"\(id)\" does not exist")
                return nil
            }
            guard !open.contains(id) else {
                report("lottie.cycle", layer, "the composition \"\(id)\" contains itself")
                return nil
            }
            guard open.count < Self.depthLimit else {
                report(
                    "lottie.too-deep", layer,
                    "compositions are nested more than \(Self.depthLimit) deep; \"\(id)\" and its content are not shown")
                return nil
            }
            if layer.collapsesTransform, level.camera != nil, composition.layers.contains(where: \.is3D) {
                report("lottie.unsupported-layer", layer, "3D layers of a collapsed composition are flattened into its plane")
            }
            let outerMattes = matteDepth
            matteDepth = []
            open.append(id)
            defer {
                open.removeLast()
                matteDepth = outerMattes
            }
            let size = CGSize(width: width, height: height)
            let made = CALayer()
            made.sublayers = layers(LottieLevel(composition.layers, level.time.inside(layer, remap: remap), size))
            // The same frame clips it already.
            made.masksToBounds = !(size == level.size && layer.transform.isIdentity && layer.parent == nil)
            return placed(made, width, height)
        case .text(let text): return self.text(text, of: layer, level)
        case .shapes(let shapes): return self.shapes(shapes, of: layer, level)
        }
    }

    // MARK: Around a layer

    private func checkParents(of layer: LottieLayer, _ level: LottieLevel) {
        if let problem = level.parents(of: layer).problem { report(problem.identifier, layer, problem.text) }
    }

    /// Inside the transforms of its parents, those that stand still as one.
    private func wrapped(_ content: CALayer, parentsOf layer: LottieLayer, _ level: LottieLevel) -> CALayer {
        let (chain, problem) = level.parents(of: layer)
        if let problem { report(problem.identifier, layer, problem.text) }
        guard parentCount + chain.count <= Self.parentLimit else {
            report(
                "lottie.too-large", layer,
                "the chains of parents have more than \(Self.parentLimit) layers in total; the layer is placed without its parent")
            return content
        }
        parentCount += chain.count
        var top = content
        let bounds = CGRect(origin: .zero, size: level.size)
        var still: CGAffineTransform?
        func wrap(_ configure: (CALayer) -> Void) {
            let wrapper = CALayer()
            configure(wrapper)
            wrapper.addSublayer(top)
            top = wrapper
        }
        func settle() {
            if let matrix = still, matrix != .identity {
                wrap {
                    $0.bounds = bounds
                    $0.anchorPoint = .zero
                    $0.setAffineTransform(matrix)
                }
            }
            still = nil
        }
        for parent in chain {
            if !parent.transform.isAnimated, !parent.transform.isTilted {
                let matrix = LottieTransformTrack(parent.transform).matrix(at: 0)
                still = still?.concatenating(matrix) ?? matrix
            } else {
                settle()
                wrap {
                    $0.name = parent.name
                    place($0, bounds, parent.transform, level.time, turnsAlongPath: parent.turnsAlongPath)
                }
            }
        }
        settle()
        return top
    }

    /// Shows a layer from its first frame until its end; what shows at the very end stays.
    func addVisibility(of layer: LottieLayer, to top: CALayer, _ time: LottieTime) {
        let comes = layer.inFrame > time.shown.lowerBound, goes = layer.outFrame < time.shown.upperBound
        guard comes || goes else { return }
        let (first, last) = (layer.inFrame, layer.outFrame)
        if time.map != nil {
            let frame = time.firstFrame
            top.isHidden = (comes && frame < first) || (goes && frame >= last)
            add("hidden", .value { .bool((comes && $0 < first) || (goes && $0 >= last)) }, frames: time.shown, to: top, time)
            return
        }
        // The very frame counts, whatever rounding makes of its time.
        let lead = 1e-4 * time.scale
        let animation = CABasicAnimation(keyPath: "hidden")
        let begin = time.seconds(comes ? first : last) - lead
        top.isHidden = comes
        animation.fromValue = !comes
        animation.toValue = !comes
        add(
            animation, to: top, begin: begin, duration: comes && goes ? time.seconds(last) - time.seconds(first) : 1e-9,
            fill: comes && goes ? .removed : .forwards)
    }

    private func add(_ animation: CABasicAnimation, to layer: CALayer, begin: Double, duration: Double, fill: CAMediaTimingFillMode) {
        animation.beginTime = begin == 0 ? -.leastNonzeroMagnitude : begin
        animation.duration = duration
        animation.fillMode = fill
        animation.isRemovedOnCompletion = false
        layer.keepsAnimations = true
        layer.add(animation, forKey: animation.keyPath)
    }

    private static let blendModes = [
        1: "multiply", 2: "screen", 3: "overlay", 4: "darken", 5: "lighten", 6: "colorDodge", 7: "colorBurn", 8: "hardLight",
        9: "softLight",
        10: "difference", 11: "exclusion", 12: "hue", 13: "saturation", 14: "color", 15: "luminosity",
    ]

    static func compositingFilter(_ mode: Int) -> String? {
        mode == 16 ? "plusL" : blendModes[mode].map { $0 + "BlendMode" }
    }

    private func addBlendMode(_ layer: LottieLayer, to top: CALayer, _ level: LottieLevel) {
        guard layer.blendMode != 0 else { return }
        if let name = Self.compositingFilter(layer.blendMode) {
            top.compositingFilter = name
        } else {
            reportBlendMode(layer.blendMode, layer)
        }
    }

    func reportBlendMode(_ mode: Int, _ layer: LottieLayer) {
        report("lottie.blend-mode", layer, "blend mode \(mode) is not supported; it is drawn as normal")
    }
}

extension LottieLayer {
    /// As it is in its own plane.
    fileprivate var unplaced: LottieLayer {
        var layer = self
        layer.transform = LottieTransform()
        layer.turnsAlongPath = false
        return layer
    }
}

extension LottieTime {
    /// The first frame that is seen.
    var firstFrame: Double { map?.frame(at: 0) ?? shown.lowerBound }
}

extension CGColor {
    /// - Parameter opacity: times the colour's own, 0...1.
    convenience init(_ color: SIMD4<Double>, opacity: Double) {
        self.init(rgba: SIMD4(Float(color.x), Float(color.y), Float(color.z), Float(min(1, max(0, color.w * opacity)))))
    }
}
