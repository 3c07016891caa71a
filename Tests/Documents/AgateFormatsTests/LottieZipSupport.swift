import CZip
import Foundation
import XCTest

/// A zip archive with these files, in their order.
func zipArchive(_ files: [(name: String, data: Data)], deflated: Bool = true) throws -> Data {
    let path = NSTemporaryDirectory() + "agate-zip-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let zip = try XCTUnwrap(zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, nil))
    for (name, data) in files {
        // libzip frees it when it has written.
        let copy = UnsafeMutableRawPointer(malloc(max(data.count, 1))!)
        data.withUnsafeBytes { if let base = $0.baseAddress { copy.copyMemory(from: base, byteCount: data.count) } }
        let source = try XCTUnwrap(zip_source_buffer(zip, copy, UInt64(data.count), 1))
        let index = zip_file_add(zip, name, source, 0)
        XCTAssertGreaterThanOrEqual(index, 0, name)
        zip_set_file_compression(zip, UInt64(max(index, 0)), deflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0)
    }
    XCTAssertEqual(zip_close(zip), 0)
    return try Data(contentsOf: URL(fileURLWithPath: path))
}

func zipArchive(_ files: [(name: String, text: String)]) throws -> Data {
    try zipArchive(files.map { ($0.name, Data($0.text.utf8)) })
}

/// An animation of one red square that moves to the right in a second.
let movingSquareJSON = """
    {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":100,"h":50,"nm":"Square","layers":[
      {"ty":4,"nm":"Mover","ind":1,"ip":0,"op":30,"st":0,"ks":{"p":{"a":1,"k":[
         {"t":0,"s":[10,25],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":30,"s":[90,25]}]}},
       "shapes":[{"ty":"gr","nm":"Box","it":[
         {"ty":"rc","nm":"Rect","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[20,20]},"r":{"a":0,"k":0}},
         {"ty":"fl","nm":"Fill 1","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100}},
         {"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0},"o":{"a":0,"k":100}}]}]}]}
    """
