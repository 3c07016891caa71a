import AgateDiagnostics
import Foundation

// The files of the program: its executable, shared libraries. On Linux they are ELF files, whose layout differs from that on Apple's
// systems.

/// The start of a file in memory. It has no fields, because those of ELF are different.
public struct mach_header: Sendable {}
/// The header on 64-bit machines: the same type, because ELF headers are not distinguished here.
public typealias mach_header_64 = mach_header

private struct LoadedFile: Sendable {
    let name: String
    let start: UInt
}

private typealias Visitor = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
private typealias Iterate = @convention(c) (Visitor, UnsafeMutableRawPointer?) -> Int32

/// `dl_iterate_phdr` of `link.h`, which is missing in Foundation's Glibc.
private let iterate: Iterate? = dlsym(dlopen(nil, RTLD_NOW), "dl_iterate_phdr").map { unsafeBitCast($0, to: Iterate.self) }

/// Returns all files that are loaded now, the program first.
private func loadedFiles() -> [LoadedFile] {
    var files: [LoadedFile] = []
    withUnsafeMutablePointer(to: &files) { place in
        // `struct dl_phdr_info` begins with the address and the name.
        _ = iterate?(
            { info, _, place in
                guard let info, let files = place?.assumingMemoryBound(to: [LoadedFile].self) else { return 0 }
                let name =
                    info.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafePointer<CChar>?.self).map { String(cString: $0) } ?? ""
                let path = name.isEmpty && files.pointee.isEmpty ? (CommandLine.arguments.first ?? "") : name
                files.pointee.append(LoadedFile(name: path, start: info.load(as: UInt.self)))
                return 0
            }, place)
    }
    return files
}

/// The names that were returned, which are never released.
private let imageNames = Locked<[String: UInt]>([:])

/// Returns the number of the program's files.
public func _dyld_image_count() -> UInt32 { UInt32(loadedFiles().count) }

/// Returns the path of a file; nil for an index after the last one. The pointer stays valid.
public func _dyld_get_image_name(_ image_index: UInt32) -> UnsafePointer<CChar>! {
    let files = loadedFiles()
    guard image_index < files.count else { return nil }
    let name = files[Int(image_index)].name
    let address = imageNames.withLock { names in
        if let known = names[name] { return known }
        let copy = UInt(bitPattern: strdup(name))
        names[name] = copy
        return copy
    }
    return UnsafePointer(bitPattern: address)
}

/// Returns the start of a file in memory; nil for an index after the last one, and for a program that is linked to address 0.
public func _dyld_get_image_header(_ image_index: UInt32) -> UnsafePointer<mach_header>! {
    let files = loadedFiles()
    return image_index < files.count ? UnsafePointer(bitPattern: files[Int(image_index)].start) : nil
}

/// Returns the offset of a file from the address it was linked to.
public func _dyld_get_image_vmaddr_slide(_ image_index: UInt32) -> Int {
    let files = loadedFiles()
    return image_index < files.count ? Int(bitPattern: files[Int(image_index)].start) : 0
}
