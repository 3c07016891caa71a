import AgateBatch
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO
import XCTest

/// The program with files of every kind under any name, times beyond the end, and pictures of another shape in templates.
final class SceneFileTests: CommandTestCase {
    /// A red box of 20 points at the origin, 60 x 60, 2 s.
    private let box =
        #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[{"ty":1,"sw":20,"sh":20,"sc":"red","ip":0,"op":20,"ks":{}}]}"#

    /// Inside of gzip's frame, not packed.
    private func packed(_ text: String) -> Data {
        let bytes = [UInt8](text.utf8), count = UInt16(bytes.count)
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
        }
        func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
        let lengths = [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
        return Data(head + lengths + bytes + word(~sum) + word(UInt32(bytes.count)))
    }

    func testEveryVerbReadsByContent() throws {
        let text = box
        for (name, data) in [("sticker.tgs", packed(text)), ("scene.json.gz", packed(text)), ("scene.txt", Data(text.utf8))] {
            try data.write(to: file(name))
            let answer = try shell(
                "$agate render \(name) -o out.png && $agate info \(name) && $agate convert \(name) -o out.ca --overwrite-inputs")
            XCTAssertEqual(answer.status, 0, answer.message)
            XCTAssertTrue(answer.text.contains("60 x 60 points, frames 0 to 20"), answer.text)
            let image = try ImageCodec.decode(contentsOf: file("out.png").path)
            XCTAssertEqual(image.withPixels { [$0[5 * 60 + 5], $0[30 * 60 + 30]] }, [0xFFFF_0000, 0])
        }
        try Data("<caml><CALayer bounds=\"0 0 8 8\" backgroundColor=\"red\" borderColor=\"nope\"/></caml>".utf8).write(
            to: file("wall.json"))
        let answer = try shell("$agate render wall.json -o wall.png")
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertTrue(answer.message.contains("wall.json:1:") && answer.message.contains("\"nope\" is not a colour"), answer.message)
        try Data([0x1F, 0x8B, 8, 0, 0]).write(to: file("torn.tgs"))
        let torn = try shell("$agate render torn.tgs -o torn.png")
        XCTAssertEqual(torn.status, 2)
        XCTAssertTrue(torn.message.contains("the gzip data is truncated"), torn.message)
    }

    func testTimesAndStates() throws {
        try Data(box.utf8).write(to: file("box.json"))
        let late = try shell("$agate render box.json --time 9 -o late.png")
        XCTAssertEqual(late.status, 0, late.message)
        XCTAssertTrue(late.message.contains("box.json: 9 s is after the end at 2 s; the last frame is used"), late.message)
        XCTAssertEqual(try ImageCodec.decode(contentsOf: file("late.png").path).withPixels { $0[5 * 60 + 5] }, 0xFFFF_0000)
        XCTAssertEqual(try shell("$agate render box.json --time 2 -o end.png").message, "")
        let without = "the Lottie file has no state ", along = "a Lottie file does not support transitions by progress"
        for (options, reason) in [
            ("--from A --to B", without), ("--to 10", without), ("--state A", without), ("--to A --progress 0.5", along),
        ] {
            for length in ["--duration 1", ""] {
                let answer = try shell("$agate render box.json \(options) \(length) -o states.gif")
                XCTAssertEqual(answer.status, 2, answer.message)
                XCTAssertTrue(answer.message.contains(length.isEmpty ? without : reason), "\(options) \(length): \(answer.message)")
            }
        }
        try Data(
            """
            <caml><CALayer bounds="0 0 60 60" position="30 30"><states><LKState name="A"/><LKState name="B"/></states></CALayer></caml>
            """.utf8
        ).write(to: file("two.caml"))
        for (options, reason) in [
            ("--from A --to C", "the state \"C\" does not exist"), ("--to B", "a transition between states has no length"),
        ] {
            let answer = try shell("$agate render two.caml \(options) -o states.gif")
            XCTAssertEqual(answer.status, 2, answer.message)
            XCTAssertTrue(answer.message.contains(reason), answer.message)
        }
    }

    /// 20 x 10: a quarter green, half of it red, a quarter blue; in places of 40 x 40.
    func testPicturesOfAnotherShape() throws {
        let wide = try XCTUnwrap(
            CGImage(width: 20, height: 10) { pixels in
                for i in pixels.indices { pixels[i] = i % 20 < 5 ? 0xFF00_FF00 : i % 20 < 15 ? 0xFFFF_0000 : 0xFF00_00FF }
            })
        try ImageCodec.writePNG(wide, to: file("wide.png").path)
        try Data(
            #"{"v":"5.9","fr":10,"ip":0,"op":1,"w":60,"h":60,"assets":[{"id":"i","w":40,"h":40,"u":"","p":"none.png"}],"layers":[{"ty":2,"nm":"Photo","refId":"i","ip":0,"op":20,"ks":{}}]}"#
                .utf8
        ).write(to: file("card.json"))
        try Data(
            """
            <caml><CALayer bounds="0 0 60 60" position="30 30"><sublayers>
            <CALayer name="Photo" bounds="0 0 40 40" position="20 40"><contents type="CGImage" src="wide.png"/></CALayer></sublayers></CALayer></caml>
            """.utf8
        ).write(to: file("card.caml"))
        let table = """
            id,Photo,Photo.fit,fit
            none,wide.png,,
            fill,wide.png,fill,stretch
            fit,wide.png,Fit,
            stretch,wide.png,,stretch
            bad,wide.png,cover,

            """
        try Data(table.utf8).write(to: file("t.csv"))
        for template in ["card.json", "card.caml"] {
            let answer = try shell("$agate render \(template) --data t.csv -o 'f/{id}.gif' --duration 0.1 --fps 10")
            XCTAssertEqual(answer.status, 2, answer.message)
            XCTAssertTrue(answer.message.contains("t.csv:6: row 5: Photo.fit: \"cover\" is not one of fill, fit, stretch"), answer.message)
            XCTAssertFalse(answer.message.contains("unused columns"), answer.message)
            func colors(_ name: String) throws -> [UInt32] {
                let image = try ImageCodec.decode(contentsOf: file("f/\(name).gif").path)
                return image.withPixels { pixels in [(3, 20), (20, 20), (37, 20), (20, 3), (20, 37)].map { pixels[$0.1 * 60 + $0.0] } }
            }
            let red: UInt32 = 0xFFFF_0000, green: UInt32 = 0xFF00_FF00, blue: UInt32 = 0xFF00_00FF
            XCTAssertEqual(try colors("none"), [red, red, red, red, red], template)
            XCTAssertEqual(try colors("fill"), [red, red, red, red, red], template)
            XCTAssertEqual(try colors("fit"), [green, red, blue, 0, 0], template)
            XCTAssertEqual(try colors("stretch"), [green, red, blue, red, red], template)
        }
    }

    /// A cell that can't be read costs its row, with one line that says where; all other rows are made.
    func testBadCells() throws {
        try Data(
            """
            <caml><CALayer bounds="0 0 60 40" position="30 20"><sublayers><CALayer name="Box" bounds="0 0 20 20" position="12 20"
            backgroundColor="1 0.5 0"/></sublayers></CALayer></caml>
            """.utf8
        ).write(to: file("box.caml"))
        let bad = ["undefined", "NaN", "#12", "nope", "1,2,3,4,5"]
        for column in ["Box.backgroundColor", "Box.opacity", "Box.position", "Box.cornerRadius"] {
            var table = "id,\(column)\ngood,\(column.hasSuffix("Color") ? "maroon" : column.hasSuffix("position") ? "1 2" : "1")\n"
            for (i, cell) in bad.enumerated() { table += "\(i),\"\(cell)\"\n" }
            let batch = FilmBatch(template: file("box.caml"), output: file("{id}.gif").path)
            var made = batch
            made.duration = 0.1
            made.framesPerSecond = 10
            let report = try made.run(DataTable(Data(table.utf8), isLines: false))
            XCTAssertEqual(report.made, 1, column)
            XCTAssertEqual(report.failures.map(\.row), Array(2...6), column)
            XCTAssertEqual(report.failures.map(\.line), Array(3...7), column)
            XCTAssertTrue(report.failures.allSatisfy { $0.reason.hasPrefix("\(column): ") }, "\(report.failures)")
        }
    }
}
