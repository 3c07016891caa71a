// Lottie on layers
//
// A Lottie file is an After Effects composition as JSON: layers with keyframes on most numbers, shapes with modifiers, masks, mattes,
// effects, and nested compositions with their own clocks. This builder converts it once to a tree of ordinary layers with ordinary
// animations. After that no Lottie code runs: the render tree plays the file like any other tree, on its own thread, with damage, caches
// and hit testing, and a program can add its own layers to it. In contrast, other players draw each frame from the model.
//
//     JSONTree      one flat array of nodes, read once                               Model/
//     LottieDocument  the model: layers, shapes, properties with keyframes           Model/
//     LottieBuilder   layers and animations                                          Build/, Effects/, Text/
//     LottieScene     the clock, names, slots, values set by the program             Scene/
//
// Mapping of features to layers
//     | in the file                        | on layers                                                                             |
//     |------------------------------------|---------------------------------------------------------------------------------------|
//     | solid, image                       | CALayer with a colour or contents                                                     |
//     | shape layer                        | a tree of CAShapeLayers, one for each path and paint (`LottieShapeReader`)            |
//     | gradient fill                      | CAGradientLayer, twice as large as the path, masked by it                             |
//     | precomposition                     | CALayer that clips, its layers inside; its clock folded into key times                |
//     | parent                             | a layer around the layer; chains without animations are one matrix                    |
//     | mask, matte                        | `mask`, or a group with a compositing filter where one mask is not enough             |
//     | layer in 3D with a camera          | a `sublayerTransform` on the layer around all layers of the same view                 |
//     | effect, layer style                | filters and shadows; copies of the layer where a filter is not sufficient             |
//     | text                               | outlines of letters as shape layers; animators are functions of time                  |
//     | in and out point                   | an animation of `hidden`                                                              |
//
// Keyframes or functions
//     Core Animation's keyframes are used wherever they are equivalent (`LottieSchedule`): linear, eased and held segments, spatial paths,
//     paths of equal structure. An animation lasts from its first keyframe to its last and fills both ways, so a frame outside costs
//     nothing. A held value is one additional keyframe, 1e-4 of a frame early, so that rounding of seconds never shows the value before a
//     jump.
//
//     Everything else is a `FunctionAnimation`: a closure of the frame, evaluated in the render tree (`AnimationSpec.function`). It is
//     needed for clocks that run by a curve or backwards (time remapping, negative stretch), modifiers over animated paths (sequential
//     trims, zig zag, offset, twist), repeaters, text animators, and dimensions with different easings if the property can't be split. A
//     function costs two to four times as much as a keyframe animation, and archives and CAML can only store samples of it, so it is the
//     second choice.
//
// Time
//     `LottieTime` maps frames of a composition to seconds of the scene. As long as clocks are linear, an offset and a scale are folded
//     into key times. No layer has its own `speed` or `beginTime`, since that would take its animations off the fast path of the render
//     tree. Only a clock that can't be folded has a `Map`, and needs functions. The scene's own clock is three layers (`LottiePlayer`): the
//     middle one wraps its time, so that looping, pausing and seeking change only one layer's timing.
//
// Limits
//     The size of the result is multiplied by nesting: compositions in compositions, repeaters in repeaters, chains of parents, copies for
//     styles. Each has a limit and a diagnostic (`Documentation/Limits.md`), and the whole has a deadline. Cycles (a composition that
//     contains itself, a layer that is its own parent) are detected during the traversal and reported. Expressions are not run by the
//     builder; the keyframes apply. If they have not been evaluated before (`LottieExpressions`), one diagnostic for each layer reports
//     this.
//
// Verification
//     `conform pictures` compares with a reference player's frames, only where something is painted: 1 % of such pixels may be off by more
//     than 2 of 255, and no channel by more than 48. That player deviates from the specification in documented ways (no trims on fills,
//     strokes over fills, easing of the first dimension for all, …); `--as-player` rewrites the file accordingly, so that the remaining
//     differences are caused by this builder.
//
// Rejected alternatives and results, with figures
//     - A tree of boxed JSON values: a flat tree, read once and without boxes, takes 0.1 ms for the file that was measured.
//     - A gradient as large as its path, masked by it: the edges of both antialias the same pixels. With more than twice the size, they are
//       also painted in one operation.
//     - A picture for each mask and gradient: see the compositor's walk.
//     - Sequential trims, measured for each path: now measured once a frame for each list.
//
//     Not implemented: layer clocks (`beginTime`, `speed`) for precompositions (stopped clocks have no inverse, and the fast path would be
//     lost); drawing each frame from the model into one layer's contents, as most players do (no damage inside, no layers of the program in
//     between); text layers for text (animators move single letters); patching values into existing layers when a slot is set (each
//     property would need a mapping from layers back to the file; instead the file is read again, which is always correct, and intended for
//     occasional use).

import AgateDiagnostics
import CoreGraphics
import ImageIO
import QuartzCore
import RenderTree

/// Converts a document to layers and animations. Time 0 of the animations is the document's first frame, in seconds; they fill both ways
/// and are not removed. The file's keyframes become keyframes; changes that Core Animation's keyframes can't express become functions of
/// time.
package final class LottieBuilder {
    let document: LottieDocument
    let resources: LottieResources
    /// The unsupported features of the document, one diagnostic for each kind and layer.
    package private(set) var diagnostics: [Diagnostic] = []
    /// The compositions that are being built, from the outermost to the innermost.
    private var open: [String] = []
    private var layerCount = 0
    /// The mattes of the innermost composition that are being built.
    var matteDepth: [Int] = []
    /// The largest number of layers, since nested compositions multiply them.
    private static let layerLimit = 100_000
    /// The largest nesting depth of compositions. Each level recurses into the builder, and is drawn into its own picture if necessary.
    static let depthLimit = 64
    /// The number of layers that wrap others for parents. In a chain of parents, each layer is wrapped by all of its ancestors.
    private var parentCount = 0
    private static let parentLimit = 20_000
    private let deadline: ReadingDeadline
    private var isOver = false
    /// True if a gradient of the layer that is being built has a highlight that this reading does not draw.
    var leavesOutHighlights = false
    private var copyCount = 0
    private static let copyLimit = 1000

    /// - Parameter resources: The images and fonts, and the file's name in diagnostics.
    package init(_ document: LottieDocument, resources: LottieResources) {
        self.document = document
        self.resources = resources
        deadline = ReadingDeadline(resources.limits)
    }

    /// Returns the layers of the whole animation, the bottom layer first, in a space with the origin at the top left and y downwards.
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
            // Adjacent 3D layers share one view, up to a layer that is not 3D.
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

    /// Builds a layer of a composition, with all its wrappers; nil if it is never shown.
    /// - Parameters:
    ///   - isAlone: False for a 3D layer that shares its view with others.
    ///   - isMatte: True if another layer's matte is made of it. Then its own matte is ignored, because mattes don't chain.
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

    /// Builds a layer with its masks and effects. Its own transform is applied unless it is a 3D layer.
    private func dressed(_ layer: LottieLayer, _ level: LottieLevel, isInSpace: Bool) -> CALayer? {
        // Layers in space, and effects that consist of several layers, are built in the layer's own plane, which is then transformed.
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

    /// Builds another copy of a layer in its own plane with masks and effects, as the source of styles.
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

    /// Builds the content of a layer, with its own transform.
    func content(_ layer: LottieLayer, _ level: LottieLevel) -> CALayer? {
        func placed(_ made: CALayer, _ width: Double, _ height: Double) -> CALayer {
            let bounds = CGRect(x: 0, y: 0, width: max(width, 1e-3), height: max(height, 1e-3))
            place(made, bounds, layer.transform, level.time, turnsAlongPath: layer.turnsAlongPath)
            return made
        }
        switch layer.kind {
        case .empty, .camera: return nil
        case .audio:
            report("lottie.unsupported-layer", layer, "the sound is heard only in films")
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
            // The outer composition's identical frame already clips it.
            made.masksToBounds = !(size == level.size && layer.transform.isIdentity && layer.parent == nil)
            return placed(made, width, height)
        case .text(let text): return self.text(text, of: layer, level)
        case .shapes(let shapes): return self.shapes(shapes, of: layer, level)
        }
    }

    // MARK: Wrappers of a layer

    private func checkParents(of layer: LottieLayer, _ level: LottieLevel) {
        if let problem = level.parents(of: layer).problem { report(problem.identifier, layer, problem.text) }
    }

    /// Wraps a layer in the transforms of its parents; consecutive ones without animation become one.
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

    /// Shows a layer from its first frame until its end; a layer that is shown at the end of the composition remains.
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
        // Rounding of the frame's time must not hide the layer in its first frame.
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
    /// The layer in its own plane.
    fileprivate var unplaced: LottieLayer {
        var layer = self
        layer.transform = LottieTransform()
        layer.turnsAlongPath = false
        return layer
    }
}

extension LottieTime {
    /// The first visible frame.
    var firstFrame: Double { map?.frame(at: 0) ?? shown.lowerBound }
}

extension CGColor {
    /// - Parameter opacity: A factor for the colour's own opacity, 0...1.
    convenience init(_ color: SIMD4<Double>, opacity: Double) {
        self.init(rgba: SIMD4(Float(color.x), Float(color.y), Float(color.z), Float(min(1, max(0, color.w * opacity)))))
    }
}
