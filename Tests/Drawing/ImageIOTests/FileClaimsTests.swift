import Foundation
import XCTest

@testable import ImageIO

/// Inputs and outputs of one operation, in both orders: an input that is found after the output was claimed counts as much.
final class FileClaimsTests: XCTestCase {
    private var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-claims-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("Box.ca/assets"), withIntermediateDirectories: true)
        for name in ["a.png", "b.png", "Box.ca/main.caml", "Box.ca/assets/c.png"] { try Data(name.utf8).write(to: url(name)) }
        try FileManager.default.createSymbolicLink(atPath: path("link.png"), withDestinationPath: "a.png")
        try FileManager.default.createSymbolicLink(atPath: path("here"), withDestinationPath: ".")
        try FileManager.default.linkItem(at: url("a.png"), to: url("hard.png"))
    }

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
    private func path(_ name: String) -> String { name.hasPrefix("/") ? name : url(name).path }

    private enum Claim {
        case read(String), readFolder(String), write(String), writeFolder(String)

        var isInput: Bool {
            switch self {
            case .read, .readFolder: true
            case .write, .writeFolder: false
            }
        }
    }

    private func make(_ claim: Claim, _ claims: FileClaims, as role: String) throws {
        switch claim {
        case .read(let name): claims.read(path(name), as: role)
        case .readFolder(let name): claims.read(folder: path(name), as: role)
        case .write(let name): try claims.write(path(name), as: role)
        case .writeFolder(let name): try claims.write(folder: path(name), as: role)
        }
    }

    /// Returns the conflict of the claims in this order, also of one that the next output reports.
    private func conflict(_ list: [Claim], _ claims: FileClaims = FileClaims()) throws -> FileConflict? {
        do {
            for (index, claim) in list.enumerated() { try make(claim, claims, as: "file \(index)") }
            try claims.check(path("other.png"), as: "another")
        } catch let error as FileConflict {
            XCTAssertTrue(claims.hasRefused)
            return error
        }
        XCTAssertFalse(claims.hasRefused)
        return nil
    }

    /// Pairs of claims of which one would replace the other.
    private let conflicts: [(Claim, Claim)] = [
        (.write("a.png"), .read("a.png")), (.write("link.png"), .read("a.png")), (.write("a.png"), .read("link.png")),
        (.write("hard.png"), .read("a.png")), (.write("here/here/a.png"), .read("a.png")), (.write("Box.ca/../a.png"), .read("a.png")),
        (.write("Box.ca/main.caml"), .readFolder("Box.ca")), (.write("Box.ca/assets/c.png"), .readFolder("here/Box.ca")),
        (.writeFolder("Box.ca"), .readFolder("Box.ca")), (.writeFolder("Box.ca"), .readFolder("here/Box.ca")),
        (.writeFolder("Box.ca"), .read("Box.ca/main.caml")), (.writeFolder("Box.ca"), .read("Box.ca/assets/c.png")),
        (.writeFolder("here/Box.ca"), .read("Box.ca/assets/../assets/c.png")),
        // Two outputs.
        (.write("new.png"), .write("new.png")), (.write("new.png"), .write("here/new.png")), (.write("b.png"), .write("b.png")),
        (.writeFolder("Box.ca"), .writeFolder("Box.ca")), (.writeFolder("New.ca"), .writeFolder("here/New.ca")),
        (.writeFolder("Box.ca"), .write("Box.ca/main.caml")), (.writeFolder("New.ca"), .write("New.ca/assets/x.png")),
        (.writeFolder("Box.ca"), .write("Box.ca/new.png")), (.writeFolder("Box.ca"), .write("Box.ca")),
    ]

    func testEachConflictIsFoundInBothOrders() throws {
        for (output, other) in conflicts {
            for list in [[output, other], [other, output]] {
                let found = try XCTUnwrap(try conflict(list), "\(list)")
                XCTAssertEqual(found.isInput, other.isInput, "\(list): \(found)")
            }
        }
    }

    func testALateInputIsNamedWithTheOutputThatItConflictsWith() throws {
        let late = try XCTUnwrap(try conflict([.write("b.png"), .write("link.png"), .read("a.png"), .read("b.png")]))
        XCTAssertEqual(late.file, path("link.png"), "the first one")
        XCTAssertEqual(late.role, "file 2")
        XCTAssertTrue(late.description.contains("would be overwritten"))
        let inside = try XCTUnwrap(try conflict([.writeFolder("Box.ca"), .read("Box.ca/assets/c.png")]))
        XCTAssertEqual(inside.file, path("Box.ca"))
    }

    func testWhatDoesNotConflict() throws {
        let lists: [[Claim]] = [
            [.write("new.png"), .read("a.png")], [.read("a.png"), .write("new.png")], [.read("a.png"), .read("a.png")],
            [.writeFolder("New.ca"), .readFolder("Box.ca")], [.writeFolder("New.ca"), .read("Box.ca/main.caml"), .read("a.png")],
            [.writeFolder("New.ca"), .write("New.caml")], [.write("/dev/null"), .write("/dev/null"), .read("/dev/null")],
            [.write("nowhere/x.png"), .read("nowhere/x.png")],
        ]
        for list in lists { XCTAssertNil(try conflict(list), "\(list)") }
        // Inputs may be replaced if the user allows it, but outputs need their own names.
        for (output, other) in conflicts {
            let found = try conflict([output, other], FileClaims(overwritesInputs: true))
            XCTAssertEqual(found == nil, other.isInput, "\(output), \(other)")
        }
    }

    func testTheSameRoleMayClaimAgain() throws {
        let claims = FileClaims()
        for _ in 0..<2 {
            try claims.write(path("a.png"), as: "the film")
            try claims.write(folder: path("Box.ca"), as: "the package")
            try claims.check(path("Box.ca/main.caml"), as: "the package")
        }
        XCTAssertFalse(claims.hasRefused)
    }

    /// An output that is open when its file is read is not completed.
    func testAnOpenOutputIsRefusedWhenItIsCompleted() throws {
        let claims = FileClaims()
        FileClaims.current = claims
        defer { FileClaims.current = nil }
        try claims.write(path("a.png"), as: "the picture")
        let output = try OutputFile(path("a.png"))
        try output.write(Data("new".utf8))
        claims.read(path("hard.png"), as: "an image")
        XCTAssertThrowsError(try output.commit())
        XCTAssertEqual(try String(contentsOf: url("a.png"), encoding: .utf8), "a.png")
        XCTAssertTrue(claims.hasRefused)
    }
}
