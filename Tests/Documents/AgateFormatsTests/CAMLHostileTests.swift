import Foundation
import QuartzCore
import TestSupport
import XCTest

@testable import AgateFormats

/// What a damaged or hostile file costs: one error that names file and place.
final class CAMLHostileTests: XCTestCase {
    func testMissing() {
        XCTAssertThrowsError(try CAMLDocument(contentsOf: URL(fileURLWithPath: "/nowhere/None.ca"))) {
            XCTAssertEqual("\($0)", "/nowhere/None.ca: there is no such file")
        }
    }

    func testEmptyFolderAndEmptyFile() throws {
        let empty = try package(["readme": Data("x".utf8)], in: self)
        XCTAssertThrowsError(try CAMLDocument(contentsOf: empty)) {
            XCTAssertTrue("\($0)".hasSuffix("main.caml: there is no such file"), "\($0)")
        }
        XCTAssertEqual(failure(Data())?.reason, "the file is empty")
    }

    func testTruncated() throws {
        let error = try XCTUnwrap(failure("<caml><CALayer bounds=\"0 0 1 1\">\n<sublayers>"))
        XCTAssertTrue(error.reason.hasPrefix("not well-formed XML"), error.reason)
        XCTAssertEqual(error.line, 2)
        XCTAssertNotNil(failure("<caml><CALayer bounds=\"0 0"))
        XCTAssertNotNil(failure(Data([0xFF, 0xFE, 0x00, 0x01, 0x80])))
        XCTAssertNotNil(failure("no XML at all"))
    }

    func testTheWrongRoot() {
        XCTAssertEqual(failure("<svg/>")?.reason, "the root element is <svg>, not <caml>")
        XCTAssertEqual(failure("<caml/>")?.reason, "the document has no root layer")
    }

    func testDeepNesting() {
        let depth = 100_000
        let text =
            "<caml>" + String(repeating: "<CALayer><sublayers>", count: depth) + String(repeating: "</sublayers></CALayer>", count: depth)
            + "</caml>"
        let start = processorSeconds()
        XCTAssertEqual(failure(text)?.reason, "elements nested more than 200 deep")
        XCTAssertLessThan(processorSeconds() - start, 30)
    }

    func testTooManyElements() {
        let text = "<caml><CALayer><sublayers>" + String(repeating: "<CALayer/>", count: 250_000) + "</sublayers></CALayer></caml>"
        XCTAssertEqual(failure(text)?.reason, "more than 200000 elements")
    }

    func testEntityBomb() {
        var text = "<?xml version=\"1.0\"?><!DOCTYPE caml [<!ENTITY a0 \"ha\">"
        for i in 1...30 { text += "<!ENTITY a\(i) \"&a\(i - 1);&a\(i - 1);&a\(i - 1);\">" }
        text += "]><caml><CALayer name=\"&a30;\"/></caml>"
        XCTAssertEqual(failure(text)?.reason, "the document declares entities, which are not allowed")
        XCTAssertNotNil(failure("<!DOCTYPE caml [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><caml><CALayer name=\"&x;\"/></caml>"))
    }

    func testCircles() {
        let states = "<LKState name=\"A\" basedOn=\"B\"><elements/></LKState><LKState name=\"B\" basedOn=\"A\"><elements/></LKState>"
        XCTAssertEqual(
            failure("<caml><CALayer><states>\(states)</states></CALayer></caml>")?.reason,
            "the state \"A\" is based on itself, through \"A\"")
        // Elements that name each other name nothing.
        let loop = "<LKStateTransitionElement id=\"x\" object=\"y\"/><LKStateTransitionElement id=\"y\" object=\"x\"/>"
        XCTAssertNoThrow(
            try scene("<stateTransitions><LKStateTransition><elements>\(loop)</elements></LKStateTransition></stateTransitions>"))
        // An id given twice is the first one.
        XCTAssertNoThrow(
            try scene("<sublayers><CALayer id=\"x\" opacity=\"0.5\"><sublayers><CALayer id=\"x\"/></sublayers></CALayer></sublayers>"))
    }

    func testPathsStayInThePackage() throws {
        for source in ["../secret.png", "/etc/passwd", "assets/../../secret.png", "file:///etc/passwd", "..%2Fsecret.png"] {
            let text = "<caml><CALayer><contents type=\"CGImage\" src=\"\(source)\"/></CALayer></caml>"
            let url = try package(["main.caml": Data(text.utf8)], in: self)
            XCTAssertThrowsError(try CAMLScene(contentsOf: url), source) {
                XCTAssertTrue("\($0)".contains("is outside the package"), "\($0)")
            }
        }
        let index = "<plist><dict><key>rootDocument</key><string>../../other.caml</string></dict></plist>"
        let url = try package(["index.xml": Data(index.utf8)], in: self)
        XCTAssertThrowsError(try CAMLDocument(contentsOf: url)) { XCTAssertTrue("\($0)".contains("is outside the package"), "\($0)") }
        // Nor through a link.
        let linked = try package(
            ["main.caml": Data("<caml><CALayer><contents type=\"CGImage\" src=\"link.png\"/></CALayer></caml>".utf8)], in: self)
        try FileManager.default.createSymbolicLink(
            atPath: linked.appendingPathComponent("link.png").path, withDestinationPath: "/etc/passwd")
        XCTAssertThrowsError(try CAMLScene(contentsOf: linked)) { XCTAssertTrue("\($0)".contains("is outside the package"), "\($0)") }
    }

    func testImages() throws {
        let main = Data("<caml>\n<CALayer><contents type=\"CGImage\" src=\"a.png\"/></CALayer></caml>".utf8)
        // A header that promises 100000 x 100000 pixels.
        var huge: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        huge += [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0, 8, 6, 0, 0, 0, 0, 0, 0, 0]
        let beyond = try package(["main.caml": main, "a.png": Data(huge)], in: self)
        XCTAssertThrowsError(try CAMLScene(contentsOf: beyond)) { error in
            XCTAssertTrue("\(error)".contains("100000x100000") && "\(error)".contains("main.caml:2"), "\(error)")
        }
        // One that is only damaged is a value that can't be read.
        for (data, words) in [(Data(), "empty"), (Data("hello".utf8), "neither PNG"), (Data(huge.prefix(12)), "a.png")] {
            let url = try package(["main.caml": main, "a.png": data], in: self)
            let scene = try CAMLScene(contentsOf: url)
            XCTAssertEqual(scene.diagnostics.map(\.identifier), ["caml.bad-value"])
            let message = scene.diagnostics.first?.message ?? ""
            XCTAssertTrue(message.contains(words) && message.contains("main.caml:2:"), message)
        }
    }

    func testBadIndex() throws {
        for (text, words) in [
            ("", "empty"), ("<plist>", "not well-formed"), ("<html/>", "not <plist>"),
            ("<plist><array/></plist>", "does not contain a dictionary"),
        ] {
            let url = try package(["index.xml": Data(text.utf8), "main.caml": Data("<caml><CALayer/></caml>".utf8)], in: self)
            XCTAssertThrowsError(try CAMLDocument(contentsOf: url)) { XCTAssertTrue("\($0)".contains(words), "\($0)") }
        }
    }

    func testEveryTruncationOfARealFileIsAnErrorOrADocument() throws {
        let data = try Data(contentsOf: corpus("ca/Space-Background.ca/main.caml"))
        for length in stride(from: 1, to: data.count, by: 397) {
            do {
                _ = try CAMLDocument(data: data.prefix(length), folder: FileManager.default.temporaryDirectory)
                XCTFail("\(length) bytes were read as a whole")
            } catch { XCTAssertTrue(error is CAMLError, "\(error)") }
        }
    }
}
