import AgateDiagnostics
import CPOSIX
import Foundation
import ImageIO

/// Writes the files of a package to a folder: either all of them, or nothing.
enum PackageFolder {
    /// - Throws: ``CAMLError``. After an error the target is unchanged, and no temporary file remains.
    static func write(_ files: [(path: String, data: Data)], to url: URL) throws {
        let target = url.standardizedFileURL
        let place = url.relativePath
        let hadOne = try check(target, place)
        try FileClaims.current?.write(folder: url.path, as: "the package")
        let folder = target.deletingLastPathComponent()
        let mark = ".\(UUID().uuidString)"
        let new = folder.appendingPathComponent("\(mark).new")
        let manager = FileManager.default
        TemporaryFiles.add(new.path)
        defer { TemporaryFiles.remove(new.path) }
        do {
            try manager.createDirectory(at: new, withIntermediateDirectories: false)
        } catch {
            var failure = CAMLError(
                file: place, reason: "the package can't be created: its parent folder is missing or not writable")
            if let code = SystemError.code(of: error), SystemError.isTransient(code) {
                failure = CAMLError(file: place, reason: "the package can't be written: \(SystemError.text(code))")
                failure.code = code
            }
            throw failure
        }
        do {
            for file in files {
                let part = new.appendingPathComponent(file.path)
                try manager.createDirectory(at: part.deletingLastPathComponent(), withIntermediateDirectories: true)
                try file.data.write(to: part)
            }
            if !hadOne {
                try manager.moveItem(at: new, to: target)
            } else if agate_exchange(new.path, target.path) == 0 {
                // The exchange is atomic, so there is a package at all times.
                try? manager.removeItem(at: new)
            } else {
                let old = folder.appendingPathComponent("\(mark).old")
                try manager.moveItem(at: target, to: old)
                do {
                    try manager.moveItem(at: new, to: target)
                } catch {
                    try? manager.moveItem(at: old, to: target)
                    throw error
                }
                try? manager.removeItem(at: old)
            }
        } catch {
            try? manager.removeItem(at: new)
            var failure = CAMLError(file: place, reason: "the package can't be written: the disk may be full, or a name may be too long")
            if let code = SystemError.code(of: error) {
                failure = CAMLError(file: place, reason: "the package can't be written: \(SystemError.text(code))")
                failure.code = code
            }
            throw failure
        }
    }

    /// Returns true if there is a package to replace. Other files and folders are never replaced.
    private static func check(_ target: URL, _ place: String) throws -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder) else { return false }
        guard isFolder.boolValue else { throw CAMLError(file: place, reason: "a file exists at this path; it is not replaced") }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? [""]
        guard names.isEmpty || names.contains("main.caml") || names.contains("index.xml") else {
            throw CAMLError(file: place, reason: "a folder that is not a package exists at this path; it is not replaced")
        }
        return true
    }
}
