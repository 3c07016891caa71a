#if GPU
import Foundation
import OpenGLES

/// Linked programs as the driver keeps them, in files of the user's cache: compiling shaders takes a driver tens of milliseconds each.
///
/// A file begins with the driver's version and the shaders' text; one of another driver or another Agate is written anew. What can't be
/// read or written is compiled; nothing is said about it.
struct ProgramCache {
    private let folder: URL
    private let driver: String

    /// The cache for a driver, whose context is current; nil where the driver gives no binaries, or the user has no cache.
    init?(_ info: GLInfo, environment: [String: String] = ProcessInfo.processInfo.environment) {
        var formats: GLint = 0
        glGetIntegerv(GLenum(GL_NUM_PROGRAM_BINARY_FORMATS), &formats)
        guard formats > 0 else { return nil }
        func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let cache = absolute(environment["XDG_CACHE_HOME"]) ?? absolute(environment["HOME"]).map({ $0 + "/.cache" }) else {
            return nil
        }
        let name = String(info.renderer.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        folder = URL(fileURLWithPath: cache).appendingPathComponent("agate/programs/\(name)")
        driver = [info.vendor, info.renderer, info.version].joined(separator: "\n")
    }

    /// What stands before the binary: its format, the length of the rest, and what it was made of.
    private func header(_ format: UInt32, _ sources: [String]) -> Data {
        let text = Data(([driver] + sources).joined(separator: "\0").utf8)
        return withUnsafeBytes(of: format.littleEndian) { Data($0) } + withUnsafeBytes(of: UInt32(text.count).littleEndian) { Data($0) }
            + text
    }

    /// Gives a program what was kept of these shaders; false where there is nothing, or the driver does not take it any more.
    func load(_ program: GLuint, _ name: String, _ sources: [String]) -> Bool {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)), data.count > 8 else { return false }
        let format = data.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
        let header = header(format, sources)
        guard data.count > header.count, data.prefix(header.count) == header else { return false }
        data.dropFirst(header.count).withUnsafeBytes { glProgramBinary(program, GLenum(format), $0.baseAddress, GLsizei($0.count)) }
        var isLinked: GLint = 0
        glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        // A format that it does not know is an error of GL's, too.
        return GLContext.takeError() == nil && isLinked != 0
    }

    /// Keeps a linked program.
    func keep(_ program: GLuint, _ name: String, _ sources: [String]) {
        var length: GLint = 0
        glGetProgramiv(program, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
        guard length > 0, length < 16 << 20 else { return }
        var binary = Data(count: Int(length))
        var format: GLenum = 0
        var written: GLsizei = 0
        binary.withUnsafeMutableBytes { glGetProgramBinary(program, length, &written, &format, $0.baseAddress) }
        guard GLContext.takeError() == nil, written > 0 else { return }
        // Only the user's own: what a driver is given it runs.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? (header(format, sources) + binary.prefix(Int(written))).write(to: folder.appendingPathComponent(name), options: .atomic)
    }
}
#endif
