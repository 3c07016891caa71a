@testable import Agate
import AgateDiagnostics
import AgateFormats
@testable import FFmpeg
import Foundation
import XCTest

/// The program `agate` from outside, with a small scene in a folder of its own.
class CommandTestCase: RecordingTestCase {
    var scene: String { file("Scene.caml").path }

    override func setUpWithError() throws {
        try super.setUpWithError()
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="\(CAMLDocument.namespace)"><CALayer bounds="0 0 60 40" position="30 20" backgroundColor="0.2 0.3 0.4"><sublayers>
            <CALayer bounds="0 0 20 20" position="12 20" cornerRadius="6" backgroundColor="1 0.5 0"><animations>
            <CABasicAnimation keyPath="position.x" duration="0.4" autoreverses="1" repeatCount="inf"><fromValue type="real" value="12"/><toValue type="real" value="48"/></CABasicAnimation>
            </animations></CALayer></sublayers></CALayer></caml>
            """.utf8
        ).write(to: URL(fileURLWithPath: scene))
    }

    struct Answer {
        let status: Int32
        let output: Data
        /// All of standard error.
        let message: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The program beside the one that runs the tests.
    func program() throws -> String {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        for name in ["agate", "AgateCommand"] {
            let path = folder.appendingPathComponent(name).path
            if access(path, X_OK) == 0 { return path }
        }
        throw XCTSkip("the program agate was not built")
    }

    func agate(_ arguments: String...) throws -> Answer { try agate(arguments) }

    func agate(_ arguments: [String], environment: [String: String] = [:]) throws -> Answer {
        try run(program(), arguments, environment: environment)
    }

    /// A line for a shell; `$agate` is the program, `$scene` the scene, and the folder is the current one.
    func shell(_ script: String, environment: [String: String] = [:]) throws -> Answer {
        try run(
            "/bin/bash", ["-c", "cd '\(folder.path)'; agate='\(try program())'; scene='\(scene)'\n\(script)"], environment: environment)
    }

    func run(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Answer {
        let lines = Locked<[String]>([])
        let variables = environment.map { "\($0)=\($1)" }.sorted()
        let child = try ChildProcess("/usr/bin/env", variables + [path] + arguments, hasInput: false, output: .pipe) { line in
            lines.withLock { $0.append(String(line)) }
        }
        let output = child.readToEnd()
        let status = child.wait()
        // The messages come by way of a thread, which is waited for here.
        do { try child.finish() } catch {}
        return Answer(status: status, output: output, message: lines.withLock { $0.joined(separator: "\n") })
    }

    /// Scripts in the place of ffmpeg; `$real` is the true one.
    func ffmpeg(_ script: String) throws -> String {
        let real = try installed().path
        let bin = FileManager.default.temporaryDirectory.appendingPathComponent("agate-bin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: bin) }
        let path = bin.appendingPathComponent("ffmpeg").path
        try Data("#!/bin/sh\nreal='\(real)'\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
        return path
    }
}
