#if GPU
import Foundation
import OpenGLES

/// Caches linked programs in the driver's binary format, in files of the user's cache: compiling a shader takes a driver tens of
/// milliseconds.
///
/// A file begins with the driver's version and the shaders' text; a file of another driver or another Agate is replaced. If a file can't be
/// read or written, the shader is compiled without a report.
struct ProgramCache {
    private let folder: URL
    private let driver: String

    /// Creates the cache for a driver, whose context is current. Returns nil if the driver provides no binaries, or the user has no cache.
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

    /// Returns the header before the binary: its format, the length of the rest, and the sources it was made from.
    private func header(_ format: UInt32, _ sources: [String]) -> Data {
        let text = Data(([driver] + sources).joined(separator: "\0").utf8)
        return withUnsafeBytes(of: format.littleEndian) { Data($0) } + withUnsafeBytes(of: UInt32(text.count).littleEndian) { Data($0) }
            + text
    }

    /// Loads the cached binary of these shaders into a program. Returns false if there is none, or the driver no longer accepts it.
    func load(_ program: GLuint, _ name: String, _ sources: [String]) -> Bool {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)), data.count > 8 else { return false }
        let format = data.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
        let header = header(format, sources)
        guard data.count > header.count, data.prefix(header.count) == header else { return false }
        data.dropFirst(header.count).withUnsafeBytes { glProgramBinary(program, GLenum(format), $0.baseAddress, GLsizei($0.count)) }
        var isLinked: GLint = 0
        glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        // An unknown format is also a GL error.
        return GLContext.takeError() == nil && isLinked != 0
    }

    /// Caches a linked program.
    func keep(_ program: GLuint, _ name: String, _ sources: [String]) {
        var length: GLint = 0
        glGetProgramiv(program, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
        guard length > 0, length < 16 << 20 else { return }
        var binary = Data(count: Int(length))
        var format: GLenum = 0
        var written: GLsizei = 0
        binary.withUnsafeMutableBytes { glGetProgramBinary(program, length, &written, &format, $0.baseAddress) }
        guard GLContext.takeError() == nil, written > 0 else { return }
        // Accessible only to the user: the driver executes the binaries.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? (header(format, sources) + binary.prefix(Int(written))).write(to: folder.appendingPathComponent(name), options: .atomic)
    }
}
#endif
