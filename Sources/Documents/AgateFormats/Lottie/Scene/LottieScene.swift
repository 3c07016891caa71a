import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// A Lottie animation as ordinary layers, which can be shown, hit-tested and changed like any other tree.
///
///     let scene = try LottieScene(url: URL(fileURLWithPath: "Confetti.json"))
///     host.layer.addSublayer(scene.rootLayer)
///     scene.play(loopMode: .loop)
///     try scene.setValue(.color(brand), forKeyPath: "**.Fill 1.Color")
///
/// No code of the program runs during playback: all motion follows the layers' own clocks, and `rootLayer.speed = 0` pauses it like any
/// tree. Initially the first frame is shown. Playback that is started while the scene is not shown begins when it is shown.
///
/// Frames are numbered as in the file; times are seconds from ``startFrame``. Like its layers, a scene belongs to one thread. Apple has no
/// counterpart; the names are those of the common player for Apple's systems.
public final class LottieScene {
    /// The layer to show: as large as the animation, its origin at the top left, y downwards. It may be moved, scaled and rotated.
    ///
    /// Its sublayers are made when it is first asked for, or when ``diagnostics`` are. Until then a scene is only the file's values, and
    /// its images and fonts have not been looked up.
    public var rootLayer: CALayer {
        makeLayers()
        return player.outer
    }
    /// The size in points, as in the file.
    public let size: CGSize
    /// The frame rate, in frames per second.
    public let frameRate: Double
    /// The first frame.
    public let startFrame: Double
    /// The end, one after the last frame.
    public let endFrame: Double
    /// The duration in seconds at speed 1.
    public let duration: Double
    /// The markers, in the file's order.
    public let markers: [Marker]
    /// The name in the file, or nil.
    public let name: String?
    /// The features of the file that are unsupported or missing; one diagnostic for each kind and layer. They are found while the layers
    /// are made; see ``rootLayer``.
    public internal(set) var diagnostics: [Diagnostic] {
        get {
            makeLayers()
            return found
        }
        set { found = newValue }
    }

    /// A marker of an animation.
    public struct Marker: Sendable, Equatable {
        /// The name.
        public let name: String
        /// The first frame.
        public let frame: Double
        /// The number of frames; 0 for a marker without duration.
        public let durationFrames: Double
    }

    package let resources: LottieResources
    /// The document as in the file.
    package private(set) var original: LottieDocument
    /// The document with the values that the program has set.
    package private(set) var document: LottieDocument
    /// The values that the program has set, in their order; images by the ids of their assets.
    var overrides: [(keyPath: LottieKeyPath, value: LottieOverride, fit: ImageFit?)] = []
    /// The values of the file's slots.
    var slotValues = LottieSlotValues()
    /// The id of the current theme, or nil; initially the one that the archive specifies.
    public internal(set) var theme: String?
    package let archive: LottieArchive?
    /// The animation's id in the archive.
    let animation: String?
    var themeDiagnostics: [Diagnostic] = []
    /// The tree of a file with slots, to be read again.
    private let tree: JSONTree?
    private let reading: LottieReading
    private let player: LottiePlayer
    private let general: [Diagnostic]
    private var found: [Diagnostic]
    /// True from the first request for the layers.
    package private(set) var hasLayers = false
    /// The number of values in the file that can't be read.
    private let badValueCount: Int

    /// Reads a Lottie file: JSON, an archive (`.lottie`), or either in gzip (`.tgs`), independent of its name. Image files are looked up in
    /// its folder.
    /// - Parameters:
    ///   - url: The file.
    ///   - animation: The id of the animation in an archive with several; nil uses the archive's default.
    ///   - images: The provider of images, which precedes the file's own.
    ///   - reading: The player whose interpretation is used.
    ///   - limits: The limits for the file's size.
    /// - Throws: ``LottieError``.
    public convenience init(
        url: URL, animation: String? = nil, images: (any LottieImageProvider)? = nil, reading: LottieReading = .specification,
        limits: ReadingLimits = .standard
    ) throws {
        let data = try LottieFiles.read(url, limit: limits.archiveSize)
        try self.init(
            data: data, animation: animation, folder: url.deletingLastPathComponent(), images: images, file: url.relativePath,
            reading: reading,
            limits: limits
        )
    }

    /// Reads a JSON text or an archive from memory, also in gzip.
    /// - Parameters:
    ///   - folder: The folder for image files, whose paths can't lead out of it; nil for none.
    ///   - file: The file's name in errors and diagnostics.
    ///   - reading: The player whose interpretation is used.
    ///   - limits: The limits for the file's size.
    /// - Throws: ``LottieError``.
    public convenience init(
        data: Data, animation: String? = nil, folder: URL? = nil, images: (any LottieImageProvider)? = nil, file: String = "(memory)",
        reading: LottieReading = .specification, limits: ReadingLimits = .standard
    ) throws {
        let data = try LottieFiles.unpacked(data, file: file, limits: limits)
        if LottieArchive.isArchive(data) {
            try self.init(
                archive: LottieArchive(data: data, file: file, limits: limits), animation: animation, images: images, reading: reading,
                limits: limits
            )
            return
        }
        try self.init(
            content: LottieContent(
                json: LottieFiles.checked(data, file: file, limits: limits), file: file, folder: folder, reading: reading), images: images,
            limits: limits)
    }

    /// Creates the layers of a file that was read.
    package convenience init(content: LottieContent, images: (any LottieImageProvider)? = nil, limits: ReadingLimits = .standard) {
        self.init(
            content, resources: LottieResources(content, archive: nil, provider: images, limits: limits), diagnostics: [], archive: nil,
            animation: nil)
    }

    /// Creates the layers of one animation of an archive.
    /// - Throws: ``LottieError``.
    public convenience init(
        archive: LottieArchive, animation: String? = nil, images: (any LottieImageProvider)? = nil, reading: LottieReading = .specification,
        limits: ReadingLimits = .standard
    ) throws {
        let id = animation ?? archive.initialAnimation
        let content = try archive.content(of: id, reading: reading)
        self.init(
            content, resources: LottieResources(content, archive: archive, provider: images, limits: limits),
            diagnostics: archive.diagnostics, archive: archive, animation: id)
        guard let wish = archive.animations.first(where: { $0.id == id }) else { return }
        loopMode = wish.loopMode
        speed = wish.speed
        guard let first = wish.initialTheme else { return }
        do { try setTheme(first) } catch {
            self.diagnostics.append(Diagnostic(identifier: "lottie.bad-theme", message: "the theme \"\(first)\" is not applied: \(error)"))
        }
    }

    private init(
        _ content: LottieContent, resources: LottieResources, diagnostics: [Diagnostic], archive: LottieArchive?, animation: String?
    ) {
        original = content.document
        document = original
        (tree, reading, badValueCount) = (content.tree, content.reading, original.badValues.count)
        (self.archive, self.animation, self.resources) = (archive, animation, resources)
        general = diagnostics + content.diagnostics
        found = general
        name = original.name
        size = CGSize(width: original.width, height: original.height)
        frameRate = original.frameRate
        startFrame = original.inFrame
        endFrame = original.outFrame
        duration = original.duration
        markers = original.markers.map { Marker(name: $0.name, frame: $0.frame, durationFrames: $0.duration) }
        let layers = CALayer()
        layers.name = "Lottie content"
        player = LottiePlayer(content: layers, duration: original.duration)
        for layer in [player.outer, player.cycle, layers] {
            layer.anchorPoint = .zero
            layer.bounds = CGRect(origin: .zero, size: size)
        }
        player.outer.masksToBounds = true
    }

    // MARK: Content

    /// Returns a copy of the layers, under a root of the animation's size, which is not in any tree.
    func detachedContent() -> CALayer {
        let root = CALayer()
        root.name = name ?? "Lottie"
        root.anchorPoint = .zero
        root.bounds = CGRect(origin: .zero, size: size)
        root.masksToBounds = true
        fill(root)
        return root
    }

    /// Makes the layers, once. Reading a file takes a third of the time.
    private func makeLayers() {
        guard !hasLayers else { return }
        hasLayers = true
        fill(player.content)
    }

    private func fill(_ content: CALayer) {
        let builder = LottieBuilder(document, resources: resources)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        content.sublayers = builder.layers()
        CATransaction.commit()
        found = general + themeDiagnostics + resources.diagnostics + builder.diagnostics
    }

    /// Rebuilds the layers, if there are any yet, from the file's values and the program's. The clocks above them continue.
    func rebuild() {
        document = original
        resources.replacements = [:]
        for (id, asset) in document.assets {
            if case .image(let image) = asset, let slot = image.slot, case .image(let given?)? = slotValues.set[slot] {
                resources.replacements[id] = (given, slotValues.fits[slot])
            }
        }
        for (keyPath, value, fit) in overrides { LottieKeyPath.set(value, at: keyPath, in: &document, resources, fit) }
        if hasLayers { fill(player.content) }
    }

    /// Reads the file again with the values of its slots.
    func readSlots() throws {
        guard let tree else { return }
        do {
            let document = try LottieDocument(tree, slotValues, reading: reading)
            // Bad values of the file itself have been reported; the others are the theme's, which then does not apply.
            if document.badValues.count > badValueCount, let bad = document.badValues.last { throw bad }
            original = document
        } catch var error as LottieError {
            error.file = resources.file
            throw error
        }
    }

    // MARK: Playing

    /// A Boolean value that indicates whether the animation plays: it has been started and has been neither paused nor played to its end.
    public var isPlaying: Bool { player.state.isPlaying }

    /// The speed: 1 is the animation's own speed, values below 0 play backwards, 0 stops the motion. Takes effect immediately.
    public var speed: Double {
        get { player.state.speed }
        set { player.setSpeed(newValue.isFinite ? newValue : 1) }
    }

    /// The default loop mode of ``play(fromFrame:toFrame:loopMode:completion:)``. Takes effect with the next play.
    public var loopMode: LottieLoopMode = .playOnce

    /// Plays from the current frame, or from the beginning if that is the last one.
    /// - Parameters:
    ///   - from: The first frame of the range; nil is ``startFrame``.
    ///   - to: The end of the range; nil is ``endFrame``.
    ///   - loopMode: The behaviour at the end; nil is ``loopMode``.
    ///   - completion: Called once: from the run loop of this thread with true when playback reached the end, or with false by the call
    ///     that pauses, stops or restarts it earlier.
    public func play(
        fromFrame from: Double? = nil, toFrame to: Double? = nil, loopMode: LottieLoopMode? = nil, completion: ((Bool) -> Void)? = nil
    ) {
        let start = from.map(time(ofFrame:)) ?? 0, end = to.map(time(ofFrame:)) ?? duration
        player.play(
            from: min(start, end), to: max(start, end), loopMode: loopMode ?? self.loopMode, speed: speed,
            at: from == nil ? nil : speed < 0 ? end : start,
            completion: completion
        )
    }

    /// Plays the range of a marker: its own duration, or up to the next marker if it has none.
    /// - Returns: False if there is no such marker.
    @discardableResult
    public func play(marker name: String, loopMode: LottieLoopMode? = nil, completion: ((Bool) -> Void)? = nil) -> Bool {
        guard let marker = marker(name) else { return false }
        let next = markers.map(\.frame).filter { $0 > marker.frame }.min() ?? endFrame
        play(
            fromFrame: marker.frame, toFrame: marker.durationFrames > 0 ? marker.frame + marker.durationFrames : next, loopMode: loopMode,
            completion: completion
        )
        return true
    }

    /// Pauses at the current frame.
    public func pause() { player.pause() }

    /// Stops and shows the first frame.
    public func stop() {
        player.pause()
        player.seek(to: 0)
    }

    // MARK: Position

    /// The current frame, between ``startFrame`` and ``endFrame``. If it is set during playback, playback continues from there.
    public var currentFrame: Double {
        get { startFrame + player.position * frameRate }
        set { player.seek(to: time(ofFrame: newValue)) }
    }

    /// The current time in seconds from the first frame.
    public var currentTime: Double {
        get { player.position }
        set { player.seek(to: newValue) }
    }

    /// The current progress, from 0 to 1.
    public var currentProgress: Double {
        get { duration > 0 ? player.position / duration : 0 }
        set { player.seek(to: newValue * duration) }
    }

    /// Moves to the first frame of a marker.
    /// - Returns: False if there is no such marker.
    @discardableResult
    public func seek(toMarker name: String) -> Bool {
        guard let marker = marker(name) else { return false }
        currentFrame = marker.frame
        return true
    }

    private func marker(_ name: String) -> Marker? { markers.first { $0.name == name } }
    private func time(ofFrame frame: Double) -> Double { frame.isFinite ? (frame - startFrame) / frameRate : 0 }
}
