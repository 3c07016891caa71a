import Foundation
import QuartzCore
import TestSupport
import XCTest

@testable import AgateFormats

/// A document from the inside of its root layer.
func document(_ inside: String, root attributes: String = "bounds=\"0 0 100 100\"", folder: URL = FileManager.default.temporaryDirectory)
    throws -> CAMLDocument
{
    try CAMLDocument(
        data: Data("<caml xmlns=\"\(CAMLDocument.namespace)\"><CALayer \(attributes)>\(inside)</CALayer></caml>".utf8), folder: folder)
}

func scene(_ inside: String, root attributes: String = "bounds=\"0 0 100 100\"") throws -> CAMLScene {
    try CAMLScene(document: document(inside, root: attributes))
}

/// The error that reading gives.
func failure(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> CAMLError? {
    failure(Data(text.utf8), file: file, line: line)
}

func failure(_ data: Data, file: StaticString = #filePath, line: UInt = #line) -> CAMLError? {
    do {
        _ = try CAMLScene(document: CAMLDocument(data: data, folder: FileManager.default.temporaryDirectory))
        XCTFail("it was read", file: file, line: line)
    } catch let error as CAMLError {
        return error
    } catch {
        XCTFail("\(error)", file: file, line: line)
    }
    return nil
}

/// A package in a temporary folder, removed after the test.
func package(_ files: [String: Data], in test: XCTestCase) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("caml-\(UUID().uuidString)/Test.ca")
    for (name, data) in files {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }
    test.addTeardownBlock { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    return folder
}

/// The material that nobody here made, beside the checkout.
func corpus(_ path: String) throws -> URL {
    try Shared.url("corpus/\(path)")
}
