import CoreGraphics
import Foundation
import ImageIO
import XCTest

/// `render --at` and `--set`.
final class PicturesOfTimesTests: CommandTestCase {
    private func picture(_ name: String) throws -> CGImage { try ImageCodec.decode(contentsOf: file(name).path) }

    func testEachTimeIsThePictureOfItsTime() throws {
        let answer = try shell("$agate render $scene --at 0.3,0,0.1 -o 'shot-{time}.png'")
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertEqual(files, ["Scene.caml", "shot-0.1.png", "shot-0.3.png", "shot-0.png"])
        for time in ["0", "0.1", "0.3"] {
            XCTAssertEqual(try agate("render", scene, "--time", time, "-o", file("one.png").path).status, 0)
            XCTAssertTrue(try picture("one.png").hasEqualPixels(to: picture("shot-\(time).png")), time)
        }
        XCTAssertFalse(try picture("shot-0.png").hasEqualPixels(to: picture("shot-0.3.png")))
    }

    func testNames() throws {
        XCTAssertEqual(try shell("$agate render $scene --at 1,2.5").message, "agate: wrote Scene-1.png\nagate: wrote Scene-2.5.png")
        XCTAssertEqual(try shell("$agate render $scene --at 1 -o one.png").status, 0)
        XCTAssertEqual(try shell("$agate render $scene --at 1,1.0 -o 'twice-{time}.png'").status, 0)
        XCTAssertEqual(files, ["Scene-1.png", "Scene-2.5.png", "Scene.caml", "one.png", "twice-1.png"])
        for line in [
            "--at 1,2 -o a.png", "--at 1,2 -o -", "--at '' -o a.png", "--at nan -o a.png", "--at -1 -o a.png", "--at 1,,2 -o '{time}.png'",
            "--at 1e9 -o a.png", "--at 1 --time 1 -o a.png", "--at 1 --duration 2 -o a.mp4",
        ] {
            XCTAssertEqual(try shell("$agate render $scene \(line)").status, 64, line)
        }
        XCTAssertEqual(try shell("$agate render $scene --at 1,2 -o 'film-{time}.mp4'").status, 2)
        XCTAssertEqual(try shell("$agate render $scene --at 1,2 -o '{time}/a.png'").status, 2, "no such folder")
    }

    func testNoPictureTakesThePlaceOfTheScene() throws {
        XCTAssertEqual(try shell("cp $scene 1.png; $agate render 1.png --at 0,1 -o '{time}.png'").status, 64)
        XCTAssertEqual(files, ["1.png", "Scene.caml"])
    }

    func testValuesFillTheTemplate() throws {
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 8 8" position="4 4" name="Box" backgroundColor="1 0 0">
            <sublayers><CATextLayer name="Title" bounds="0 0 8 8" position="4 4" string="x"/></sublayers></CALayer></caml>
            """.utf8
        ).write(to: file("Card.caml"))
        XCTAssertEqual(
            try shell("$agate render Card.caml --set Title= --set Box.backgroundColor=#00ff00 --time 0 -o a.png").status, 0)
        XCTAssertEqual(try picture("a.png").withPixels { $0[0] & 0xFF_FFFF }, 0x00FF00)
        let film = try shell("$agate render Card.caml --set Title= --set 'Box.backgroundColor=0,0,1' --frames 0-1 -o a.gif")
        XCTAssertEqual(film.status, 0, film.message)
        for (line, status) in [
            ("--set Nothing=1", 2), ("--set Box.backgroundColor=nonsense", 2), ("--set Title", 64), ("--set =x", 64),
            ("--set Title=a --data rows.csv", 64), ("--set Title=a --set Title.fit=askew", 64),
        ] {
            XCTAssertEqual(Int(try shell("$agate render Card.caml \(line) -o b.png").status), status, line)
        }
    }
}
