import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// A Lottie animation as layers: what Core Animation is made of, to be shown, hit and changed like any other tree.
///
///     let scene = try LottieScene(url: URL(fileURLWithPath: "Confetti.json"))
///     host.layer.addSublayer(scene.rootLayer)
///     scene.play(loopMode: .loop)
///     try scene.setValue(.color(brand), forKeyPath: "**.Fill 1.Color")
///
/// While it plays nothing runs in the program: everything moves by the layers' own clocks, and `rootLayer.speed = 0` holds it like any
/// tree. At first it stands still at its first frame. What begins to play while it is not shown begins when it is.
///
/// Frames count as in the file; times are seconds from ``startFrame``. Like its layers, a scene belongs to one thread. Apple has no
/// counterpart; the names are those that programs know from the common player for Apple's systems.
public final class LottieScene {
    /// The layer to show: as large as the animation, its origin at the top left, y down. Move, scale and turn it as you like.
    public let rootLayer: CALayer
    /// In points, as the file says.
    public let size: CGSize
    /// Frames a second.
    public let frameRate: Double
    /// The first frame.
    public let startFrame: Double
    /// The end, one after the last frame.
    public let endFrame: Double
    /// In seconds at speed 1.
    public let duration: Double
    /// Markers, in the file's order.
    public let markers: [Marker]
    /// The name that the file gives itself, or nil.
    public let name: String?
    /// What the file asks for and is not done or missing; one for each kind and layer.
    public private(set) var diagnostics: [Diagnostic]

    /// A marker of an animation.
    public struct Marker: Sendable, Equatable {
        /// Its name.
        public let name: String
        /// Where it begins.
        public let frame: Double
        /// How many frames it takes; 0 briefly.
        public let durationFrames: Double
    }

    package let resources: LottieResources
    /// As the file says.
    package private(set) var original: LottieDocument
    /// With the values that the program has set.
    package private(set) var document: LottieDocument
    /// What the program has set, in its order; images by the ids of their assets.
    var overrides: [(keyPath: LottieKeyPath, value: LottieOverride, fit: ImageFit?)] = []
    /// In the file's slots.
    var slotValues = LottieSlotValues()
    /// The id of the theme that shows, or nil; at first the one that the archive wants.
    public internal(set) var theme: String?
    let archive: LottieArchive?
    /// Its id in the archive.
    let animation: String?
    var themeDiagnostics: [Diagnostic] = []
    /// The text of a file with slots, to be read again.
    private let tree: JSONTree?
    private let reading: LottieReading
    private let player: LottiePlayer
    private let general: [Diagnostic]
    /// How many values of the file can't be read.
    private let badValueCount: Int
    /// Sizes, opacities and times beyond it are damage: what is computed of them would not be finite.
    private static let largestNumber = 1e9

    /// Reads a file of Lottie's: JSON, an archive (`.lottie`), or either in gzip (`.tgs`), whatever its name is. Images that are files are
    /// looked for in its folder.
    /// - Parameters:
    ///   - url: the file.
    ///   - animation: of an archive with several, the id of the one wanted; nil is the archive's own choice.
    ///   - images: asked for images before the file's own are looked for.
    ///   - reading: which player the file is read as.
    ///   - limits: how large a file may be.
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
    ///   - folder: where images that are files are looked for, and which they can't leave; nil for none.
    ///   - file: how errors and diagnostics call it.
    ///   - reading: which player the file is read as.
    ///   - limits: how large a file may be.
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
        guard data.count <= limits.fileSize else {
            throw LottieError("", "the file has \(data.count) bytes; the limit is \(limits.fileSize)", file: file)
        }
        try self.init(
            json: data, reading: reading,
            resources: LottieResources(file: file, folder: folder, archive: nil, provider: images, limits: limits),
            diagnostics: []
        )
    }

    /// Makes the layers of one animation of an archive.
    /// - Throws: ``LottieError``.
    public convenience init(
        archive: LottieArchive, animation: String? = nil, images: (any LottieImageProvider)? = nil, reading: LottieReading = .specification,
        limits: ReadingLimits = .standard
    ) throws {
        let id = animation ?? archive.initialAnimation
        try self.init(
            json: archive.json(of: id), reading: reading,
            resources: LottieResources(file: archive.file, folder: nil, archive: archive, provider: images, limits: limits),
            diagnostics: archive.diagnostics, archive: archive, animation: id
        )
        guard let wish = archive.animations.first(where: { $0.id == id }) else { return }
        loopMode = wish.loopMode
        speed = wish.speed
        guard let first = wish.initialTheme else { return }
        do { try setTheme(first) } catch {
            self.diagnostics.append(Diagnostic(identifier: "lottie.bad-theme", message: "the theme \"\(first)\" is not applied: \(error)"))
        }
    }

    private init(
        json: Data, reading: LottieReading, resources: LottieResources, diagnostics: [Diagnostic], archive: LottieArchive? = nil,
        animation: String? = nil
    ) throws {
        let json = Unpacked.json(json)
        var expressions = LottieExpressions.Outcome(json: json)
        if reading.runsExpressions {
            expressions = LottieExpressions.evaluated(json, file: resources.file)
            resources.hasRunExpressions = true
        }
        resources.drawsHighlights = reading == .webPlayer
        resources.dotsWander = reading == .iOSPlayer
        resources.imageFit = reading == .iOSPlayer ? .stretch : .fill
        let tree: JSONTree
        do {
            tree = try JSONTree(reading.rewritten(expressions.json), largest: Self.largestNumber)
            original = try LottieDocument(tree, slotValues, reading: reading)
        } catch var error as LottieError {
            error.file = resources.file
            throw error
        }
        document = original
        badValueCount = original.badValues.count
        self.tree = original.slots.isEmpty ? nil : tree
        (self.archive, self.animation, self.reading) = (archive, animation, reading)
        self.resources = resources
        var general = diagnostics + expressions.diagnostics
        if tree.cutNumbers > 0 {
            general.append(
                Diagnostic(
                    identifier: "lottie.refused-value",
                    message:
                        "\(resources.file): \(tree.cutNumbers) numbers exceed the supported range; they are clamped to \(Self.largestNumber)"
                ))
        }
        general += original.badValues.map { bad in
            Diagnostic(identifier: "lottie.bad-value", message: "\(resources.file): \(bad.place): \(bad.reason); the default is used")
        }
        self.general = general
        self.diagnostics = general
        name = original.name
        size = CGSize(width: original.width, height: original.height)
        frameRate = original.frameRate
        startFrame = original.inFrame
        endFrame = original.outFrame
        duration = original.duration
        markers = original.markers.map { Marker(name: $0.name, frame: $0.frame, durationFrames: $0.duration) }
        let content = CALayer()
        content.name = "Lottie content"
        player = LottiePlayer(content: content, duration: original.duration)
        rootLayer = player.outer
        for layer in [player.outer, player.cycle, content] {
            layer.anchorPoint = .zero
            layer.bounds = CGRect(origin: .zero, size: size)
        }
        rootLayer.masksToBounds = true
        fill(content)
    }

    // MARK: Content

    /// The layers once more, under a root of the animation's size, in nobody's tree.
    func detachedContent() -> CALayer {
        let root = CALayer()
        root.name = name ?? "Lottie"
        root.anchorPoint = .zero
        root.bounds = CGRect(origin: .zero, size: size)
        root.masksToBounds = true
        fill(root)
        return root
    }

    private func fill(_ content: CALayer) {
        let builder = LottieBuilder(document, resources: resources)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        content.sublayers = builder.layers()
        CATransaction.commit()
        diagnostics = general + themeDiagnostics + resources.diagnostics + builder.diagnostics
    }

    /// Makes the layers anew, of the file's values and the program's. The clocks above them go on.
    func rebuild() {
        document = original
        resources.replacements = [:]
        for (id, asset) in document.assets {
            if case .image(let image) = asset, let slot = image.slot, case .image(let given?)? = slotValues.set[slot] {
                resources.replacements[id] = (given, slotValues.fits[slot])
            }
        }
        for (keyPath, value, fit) in overrides { LottieKeyPath.set(value, at: keyPath, in: &document, resources, fit) }
        fill(player.content)
    }

    /// Reads the file again with what is in its slots.
    func readSlots() throws {
        guard let tree else { return }
        do {
            let document = try LottieDocument(tree, slotValues, reading: reading)
            // What the file itself has has been said; the rest is a theme's, which does not apply then.
            if document.badValues.count > badValueCount, let bad = document.badValues.last { throw bad }
            original = document
        } catch var error as LottieError {
            error.file = resources.file
            throw error
        }
    }

    // MARK: Playing

    /// Whether it plays: it has begun and has been neither paused nor played to its end.
    public var isPlaying: Bool { player.state.isPlaying }

    /// Frames shown a frame: 1 is the animation's own speed, below 0 plays backwards, 0 holds it. Takes effect at once.
    public var speed: Double {
        get { player.state.speed }
        set { player.setSpeed(newValue.isFinite ? newValue : 1) }
    }

    /// How ``play(fromFrame:toFrame:loopMode:completion:)`` goes on at the end, unless it is said. Takes effect with the next play.
    public var loopMode: LottieLoopMode = .playOnce

    /// Plays, from the frame that shows, or from the beginning if that is the last one.
    /// - Parameters:
    ///   - from: the first frame of what is played; nil is ``startFrame``.
    ///   - to: its end; nil is ``endFrame``.
    ///   - loopMode: what comes after the end; nil is ``loopMode``.
    ///   - completion: called once: from the run loop of this thread with true when it was played to its end, or with false by the call
    ///     that pauses it, stops it or plays it anew before.
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

    /// Plays what a marker names: its own length, or up to the next marker if it has none.
    /// - Returns: false if there is no such marker.
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

    /// Holds the frame that shows.
    public func pause() { player.pause() }

    /// Holds the first frame.
    public func stop() {
        player.pause()
        player.seek(to: 0)
    }

    // MARK: Where it stands

    /// The frame that shows, between ``startFrame`` and ``endFrame``. Setting it while it plays goes on from there.
    public var currentFrame: Double {
        get { startFrame + player.position * frameRate }
        set { player.seek(to: time(ofFrame: newValue)) }
    }

    /// The same in seconds from the first frame.
    public var currentTime: Double {
        get { player.position }
        set { player.seek(to: newValue) }
    }

    /// The same from 0 to 1.
    public var currentProgress: Double {
        get { duration > 0 ? player.position / duration : 0 }
        set { player.seek(to: newValue * duration) }
    }

    /// Goes to where a marker begins.
    /// - Returns: false if there is no such marker.
    @discardableResult
    public func seek(toMarker name: String) -> Bool {
        guard let marker = marker(name) else { return false }
        currentFrame = marker.frame
        return true
    }

    private func marker(_ name: String) -> Marker? { markers.first { $0.name == name } }
    private func time(ofFrame frame: Double) -> Double { frame.isFinite ? (frame - startFrame) / frameRate : 0 }
}
