import Agate
import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// What the program shows: a file of any kind as a layer and what is known about it.
package protocol Scene: AnyObject {
    /// In points; zero where the file says none.
    var size: CGSize { get }
    /// Seconds until it ends or begins again; nil where the file tells none.
    var duration: Double? { get }
    /// From when on it stands still, in seconds; nil where it goes on, or where that depends.
    var end: Double? { get }
    /// The frames a second that it was made for; nil where any are as good.
    var frameRate: Double? { get }
    /// As large as the scene, its origin at the top left, y down.
    var layer: CALayer { get }
    /// What the file asks for and is not done.
    var diagnostics: [Diagnostic] { get }
    /// The names of states that it can be put in; none for most.
    var stateNames: [String] { get }

    /// Begins to play; called once, when the layer stands in the host's tree.
    func start(loops: Bool)
    /// Puts it into a state.
    func setState(_ name: String, animated: Bool) throws
    /// Shows it on the way from one state (nil is the present one) to another, 0 to 1.
    func show(from: String?, to: String, progress: Double) throws
    /// Lets the way go on by itself to its end, or back, by where it is and how fast it went (a second).
    func release(velocity: Double)
    /// The name of a state as it is with an appearance (light, dark) and an orientation.
    func stateName(_ name: String, appearance: String?, orientation: String?) -> String
    /// A mouse or finger, in the layer's coordinates.
    func pointer(_ event: LottieStateMachine.PointerEvent, at point: CGPoint)
    /// Whether dragging moves it from state to state.
    var isScrubbed: Bool { get }
}

extension Scene {
    package var end: Double? { nil }
    package func release(velocity: Double) {}
    package func stateName(_ name: String, appearance: String?, orientation: String?) -> String { name }
    package func pointer(_ event: LottieStateMachine.PointerEvent, at point: CGPoint) {}
    package var isScrubbed: Bool { false }
}

/// Which files are scenes.
package enum SceneFile {
    /// Opens a package or file of Apple's format, or a Lottie file of any kind: by its content, whatever its name is.
    /// - Parameter reading: which player a Lottie file is read as.
    package static func open(_ path: String, reading: LottieReading = .specification) throws -> any TemplateScene {
        claim(path)
        let url = URL(fileURLWithPath: path)
        switch SceneFormat(of: url) {
        case .lottieArchive:
            let archive = try LottieArchive(contentsOf: url)
            guard archive.initialStateMachine != nil else { return try LottieFile(LottieScene(archive: archive, reading: reading)) }
            return LottieFile(try LottieStateMachine(archive: archive, reading: reading))
        case .lottie: return try LottieFile(LottieScene(url: url, reading: reading))
        case .caml: return try CAMLFile(CAMLScene(contentsOf: url))
        }
    }

    /// Notes that a file, or all of a package, is read; what belongs to it besides is noted as it is read.
    package static func claim(_ path: String) {
        guard let claims = FileClaims.current else { return }
        claims.read(path, as: "the scene")
        // Not of any folder that somebody named by mistake.
        if ["main.caml", "index.xml"].contains(where: { access("\(path)/\($0)", F_OK) == 0 }) {
            claims.read(folder: path, as: "the scene")
        }
    }

    /// A number for the content of a file, or of all files of a package: the same for the same bytes under the same names.
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

/// What is wrong with what somebody asked for.
package struct FilmInputError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
