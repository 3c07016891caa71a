#if GPU
import Foundation
import OpenGLES
import XCTest

@testable import GLCompositor

/// Programs that are kept in files, and files that are no such programs.
final class ProgramCacheTests: XCTestCase {
    private var folder = URL(fileURLWithPath: NSTemporaryDirectory())

    override func setUp() { folder.appendPathComponent("programs-\(UUID().uuidString)") }
    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    private func cache(_ info: GLInfo) throws -> ProgramCache {
        guard let cache = ProgramCache(info, environment: ["XDG_CACHE_HOME": folder.path]) else {
            throw XCTSkip("no OpenGL ES: the driver gives no program binaries")
        }
        return cache
    }

    private func files() -> [URL] {
        (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []).filter {
            !$0.hasDirectoryPath
        }
    }

    func testAProgramIsCompiledOnce() throws {
        let context = try GLTestContext.shared()
        try context.makeCurrent()
        let first = Programs(try cache(context.info))
        _ = try first.program(.solid)
        _ = try first.program(.solid)
        XCTAssertEqual(first.compiled, 1)
        XCTAssertEqual(files().count, 1)
        let second = Programs(try cache(context.info))
        _ = try second.program(.solid)
        XCTAssertEqual(second.compiled, 0)
        XCTAssertNil(GLContext.takeError())
    }

    /// Cut short, of another driver, of other shaders, or no binary at all.
    func testWhatIsNoProgramOfThisDriverIsCompiledAnew() throws {
        let context = try GLTestContext.shared()
        try context.makeCurrent()
        func compiled(_ info: GLInfo) throws -> Int {
            let programs = Programs(try cache(info))
            _ = try programs.program(.solid)
            return programs.compiled
        }
        XCTAssertEqual(try compiled(context.info), 1)
        let file = try XCTUnwrap(files().first), good = try Data(contentsOf: file)
        let text = good.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self))) }
        for bad in [Data(), good.prefix(3), good.prefix(9), good.prefix(8 + text), good.prefix(8 + text) + Data(repeating: 7, count: 400)] {
            try bad.write(to: file)
            XCTAssertEqual(try compiled(context.info), 1, "\(bad.count) bytes")
        }
        let other = GLInfo(
            renderer: context.info.renderer, vendor: context.info.vendor, version: context.info.version + ".1",
            extensions: context.info.extensions, maxTextureSize: context.info.maxTextureSize)
        XCTAssertEqual(try compiled(other), 1)
    }

    func testWithoutACacheFolderProgramsAreCompiled() throws {
        let context = try GLTestContext.shared()
        try context.makeCurrent()
        XCTAssertNil(ProgramCache(context.info, environment: [:]))
        XCTAssertNil(ProgramCache(context.info, environment: ["XDG_CACHE_HOME": "relative", "HOME": ""]))
        // One that can't be written to.
        let programs = Programs(ProgramCache(context.info, environment: ["XDG_CACHE_HOME": "/dev/null/nowhere"]))
        _ = try programs.program(.solid)
        XCTAssertEqual(programs.compiled, 1)
    }
}
#endif
