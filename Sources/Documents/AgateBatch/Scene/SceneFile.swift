import Agate
import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// A scene that the program shows: a file of any kind as a layer, with its metadata.
package protocol Scene: AnyObject {
    /// The size in points; zero if the file specifies none.
    var size: CGSize { get }
    /// The time in seconds until the scene ends or repeats; nil if the file specifies none.
    var duration: Double? { get }
    /// The time in seconds after which the scene no longer changes; nil if it never ends, or if that depends on input.
    var end: Double? { get }
    /// The intended frame rate, in frames per second; nil if any rate is suitable.
    var frameRate: Double? { get }
    /// The layer, with the size of the scene, its origin at the top left and y downwards.
    var layer: CALayer { get }
    /// The features of the file that are not supported.
    var diagnostics: [Diagnostic] { get }
    /// The names of its states; empty for most scenes.
    var stateNames: [String] { get }
    /// The sounds of the scene, played once from its beginning.
    func sounds() -> [LottieSound]

    /// Begins to play; called once, when the layer is in the host's tree.
    func start(loops: Bool)
    /// Sets a state.
    func setState(_ name: String, animated: Bool) throws
    /// Shows the transition from one state (nil is the present one) to another at a progress, 0...1.
    func show(from: String?, to: String, progress: Double) throws
    /// Lets the transition continue to its end, or back, depending on its progress and velocity (per second).
    func release(velocity: Double)
    /// Returns the name of a state for an appearance (light, dark) and an orientation.
    func stateName(_ name: String, appearance: String?, orientation: String?) -> String
    /// Handles a mouse or touch event, in the layer's coordinates.
    func pointer(_ event: LottieStateMachine.PointerEvent, at point: CGPoint)
    /// True if dragging moves the scene between states.
    var isScrubbed: Bool { get }
}

extension Scene {
    package var end: Double? { nil }
    package func release(velocity: Double) {}
    package func stateName(_ name: String, appearance: String?, orientation: String?) -> String { name }
    package func pointer(_ event: LottieStateMachine.PointerEvent, at point: CGPoint) {}
    package var isScrubbed: Bool { false }
    package func sounds() -> [LottieSound] { [] }
}

/// Opens scene files.
package enum SceneFile {
    /// Opens a package or file of Apple's format, or a Lottie file of any kind, by its content, independent of its name.
    /// - Parameter reading: The player whose interpretation of a Lottie file is used.
    package static func open(_ path: String, reading: LottieReading = .specification) throws -> any TemplateScene {
        try SceneSource(path, reading: reading).makeScene()
    }

    /// Records that a file, or a whole package, is an input. Further files that belong to it are recorded when they are read.
    package static func claim(_ path: String) {
        guard let claims = FileClaims.current else { return }
        claims.read(path, as: "the scene")
        // Not for an arbitrary folder that was named by mistake.
        if ["main.caml", "index.xml"].contains(where: { access("\(path)/\($0)", F_OK) == 0 }) {
            claims.read(folder: path, as: "the scene")
        }
    }

    /// Returns a hash of the content of a file, or of all files of a package: the same for the same bytes under the same names.
    package static func hash(_ path: String) throws -> UInt64 {
        let root = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder), isFolder.boolValue else {
            return XXHash64.hash(try Data(contentsOf: root))
        }
        var all = Data()
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted() {
            let file = root.appendingPathComponent(name)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            all += Data("\(name)\n\(XXHash64.text(XXHash64.hash(try Data(contentsOf: file))))\n".utf8)
        }
        return XXHash64.hash(all)
    }
}

/// An error in the user's request.
package struct FilmInputError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
