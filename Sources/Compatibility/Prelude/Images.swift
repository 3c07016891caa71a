import AgateDiagnostics
import Foundation

// The files that make up the program: itself, shared libraries. On Linux they are ELF files, and nothing in them is laid out as on Apple's
// systems.

/// The start of a file in memory. Its fields are not ELF's, so it has none.
public struct mach_header: Sendable {}
/// The same on machines of 64 bits: ELF has nothing to tell them apart by.
public typealias mach_header_64 = mach_header

private struct LoadedFile: Sendable {
    let name: String
    let start: UInt
}

private typealias Visitor = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
private typealias Iterate = @convention(c) (Visitor, UnsafeMutableRawPointer?) -> Int32

/// `dl_iterate_phdr` of `link.h`, which Foundation's Glibc leaves out.
private let iterate: Iterate? = dlsym(dlopen(nil, RTLD_NOW), "dl_iterate_phdr").map { unsafeBitCast($0, to: Iterate.self) }

/// All files that are loaded now, the program first.
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

/// Names that were given out; they stay.
private let imageNames = Locked<[String: UInt]>([:])

/// How many files make up the program.
public func _dyld_image_count() -> UInt32 { UInt32(loadedFiles().count) }

/// The path of a file; nil beyond the last one. It stays valid.
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

/// Where a file begins in memory; nil beyond the last one, and for a program that is linked to address 0.
public func _dyld_get_image_header(_ image_index: UInt32) -> UnsafePointer<mach_header>! {
    let files = loadedFiles()
    return image_index < files.count ? UnsafePointer(bitPattern: files[Int(image_index)].start) : nil
}

/// How far a file lies from where it was linked to.
public func _dyld_get_image_vmaddr_slide(_ image_index: UInt32) -> Int {
    let files = loadedFiles()
    return image_index < files.count ? Int(bitPattern: files[Int(image_index)].start) : 0
}
