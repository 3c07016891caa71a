import Agate
import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

/// What the program shows: a file of any kind as a layer and what is known about it.
protocol Scene: AnyObject {
    /// In points; zero where the file says none.
    var size: CGSize { get }
    /// Seconds until it ends or begins again; nil where the file tells none.
    var duration: Double? { get }
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
}

/// Which files are scenes.
enum SceneFile {
    /// Opens a `.ca` package, a `.caml` file, or a Lottie `.json` or `.lottie` file.
    static func open(_ path: String) throws -> any Scene {
        let url = URL(fileURLWithPath: path)
        switch url.pathExtension.lowercased() {
        case "json", "lottie": return try LottieFile(LottieScene(url: url))
        default: return try CAMLFile(CAMLScene(contentsOf: url))
        }
    }

    /// A number for the content of a file, or of all files of a package: the same for the same bytes under the same names.
    static func hash(_ path: String) throws -> UInt64 {
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

/// A document in Apple's format.
private final class CAMLFile: Scene {
    private let scene: CAMLScene

    init(_ scene: CAMLScene) { self.scene = scene }

    var size: CGSize { scene.size }
    var frameRate: Double? { nil }
    var layer: CALayer { scene.hostedLayer }
    var diagnostics: [Diagnostic] { scene.diagnostics }
    var stateNames: [String] { scene.stateNames }

    /// Of the longest animation: all of it, or one run where it goes on for ever.
    var duration: Double? {
        let runs = scene.animations.map { $0.repeatCount.isFinite ? $0.duration * max($0.repeatCount, 1) : $0.duration }
        return runs.filter { $0 > 0 && $0.isFinite }.max()
    }

    func start(loops: Bool) { scene.startAnimations() }
    func setState(_ name: String, animated: Bool) throws { try scene.setState(name, animated: animated) }
}

/// A Lottie animation.
private final class LottieFile: Scene {
    private let scene: LottieScene

    init(_ scene: LottieScene) { self.scene = scene }

    var size: CGSize { scene.size }
    var duration: Double? { scene.duration > 0 ? scene.duration : nil }
    var frameRate: Double? { scene.frameRate > 0 ? scene.frameRate : nil }
    var layer: CALayer { scene.rootLayer }
    var diagnostics: [Diagnostic] { scene.diagnostics }
    var stateNames: [String] { [] }

    func start(loops: Bool) { scene.play(loopMode: loops ? .loop : .playOnce) }

    func setState(_ name: String, animated: Bool) throws { throw InputError("a Lottie file has no states, so none called \"\(name)\"") }
}
