import Agate
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import TestSupport
import XCTest

@testable import AgateFormats

/// Captions of SubRip and WebVTT files, and their layer.
final class CaptionTests: XCTestCase {
    private func cues(_ text: String) throws -> [Captions.Cue] { try Captions(data: Data(text.utf8)).cues }

    func testFiles() throws {
        for (name, text, wanted) in [
            (
                "SubRip", "1\n00:00:01,000 --> 00:00:02,500\nHello\nthere\n\n2\n01:02:03,004 --> 01:02:04,000\nagain\n",
                [("Hello\nthere", 1, 2.5), ("again", 3723.004, 3724)]
            ),
            ("line ends of Windows", "1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n\r\n", [("Hello", 1, 2.5)]),
            ("no empty line between cues", "1\n0:0:1,0 --> 0:0:2,0\nA\n2\n0:0:3,0 --> 0:0:4,0\nB", [("A", 1, 2), ("B", 3, 4)]),
            (
                "tags", "1\n00:00:01,000 --> 00:00:02,000\n<i>so</i> {\\an8}<font color=\"red\">what</font> 2 < 3\n",
                [("so what 2 < 3", 1, 2)]
            ),
            ("positions", "1\n00:00:01,000 --> 00:00:02,000  X1:0 X2:9\nA\n", [("A", 1, 2)]),
            (
                "WebVTT",
                "WEBVTT - title\n\nNOTE a --- b\nc\n\nSTYLE\n::cue { color: red }\n\nid\n00:01.000 --> 00:02.5 align:start\n<v Ann>A &amp; B &lt;3\n",
                [("A & B <3", 1, 2.5)]
            ),
            ("WebVTT with hours", "WEBVTT\n\n100:00:01.000 --> 100:00:02.000\nA\n", [("A", 360_001, 360_002)]),
            ("a byte order mark", "\u{FEFF}1\n00:00:01,000 --> 00:00:02,000\nÄ\n", [("Ä", 1, 2)]),
        ] as [(String, String, [(String, Double, Double)])] {
            XCTAssertEqual(try cues(text), wanted.map { Captions.Cue($0.0, from: $0.1, to: $0.2) }, name)
        }
        let wide = try XCTUnwrap("1\n00:00:01,000 --> 00:00:02,000\nÄ\n".data(using: .utf16))
        XCTAssertEqual(try Captions(data: wide).cues, [Captions.Cue("Ä", from: 1, to: 2)])
    }

    func testErrors() throws {
        for (data, part) in [
            (Data(), "has no captions"), (Data("WEBVTT\n".utf8), "has no captions"), (Data("a film\n".utf8), "has no captions"),
            (Data([0xC4, 0x0A]), "neither UTF-8"), (Data([0, 1, 2]), "neither UTF-8"),
            (Data("1\n00:00:01,000 --> soon\nA\n".utf8), "2: \"00:00:01,000 --> soon\" is not a line of times"),
            (Data("1\n\n-1:00:00,0 --> 0:0:1,0\n".utf8), "3: "), (Data("0:0:1,0 --> 0:0:\u{664},0\n".utf8), "1: "),
            (Data("0:0:1,0 --> 0:0:1234567890123,0\n".utf8), "1: "),
        ] {
            XCTAssertThrowsError(try Captions(data: data), part) { XCTAssertTrue("\($0)".contains(part), "\($0) has no '\(part)'") }
        }
        XCTAssertThrowsError(try Captions(contentsOf: URL(fileURLWithPath: "/missing/a.srt"))) {
            XCTAssertTrue("\($0)".hasPrefix("/missing/a.srt: "), "\($0)")
        }
    }

    /// The rows of a picture that are not the background's.
    private func rows(_ image: CGImage) -> Range<Int>? {
        let empty = image.withPixels { $0[0] }
        return image.withPixels { pixels in
            let marked = (0..<image.height).filter { y in (0..<image.width).contains { pixels[y * image.width + $0] != empty } }
            return marked.first.map { $0..<(marked.last ?? $0) + 1 }
        }
    }

    /// Each caption shows from its start up to its end; those that overlap are stacked; long texts are broken.
    func testTheLayer() throws {
        let captions = Captions(cues: [
            .init("A caption that is much too long for one line of a picture as small as this one is", from: 5, to: 6),
            .init("One", from: 1, to: 3), .init("Two", from: 2, to: 4), .init("never", from: 3, to: 3), .init("", from: 0, to: 9),
            .init("no number", from: .nan, to: 9), .init("for ever", from: 7, to: .infinity), .init("before", from: -2, to: 0),
        ])
        let blue = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
        let host = OffscreenHost(size: CGSize(width: 240, height: 160), scale: 2, background: blue)
        host.perform { host.layer.addSublayer(captions.layer(size: host.size, scale: host.scale)) }
        func shown(_ time: Double) -> Range<Int>? { rows(host.image(at: time)) }
        XCTAssertNil(shown(0))
        XCTAssertNil(shown(0.999))
        let one = try XCTUnwrap(shown(1))
        XCTAssertEqual(try XCTUnwrap(shown(1.5)), one)
        XCTAssertLessThan(one.upperBound, 320 - 12, "a margin")
        XCTAssertGreaterThan(one.lowerBound, 270)
        let both = try XCTUnwrap(shown(2))
        XCTAssertEqual(both.upperBound, one.upperBound)
        XCTAssertLessThan(both.lowerBound, one.lowerBound - 15, "stacked")
        let two = try XCTUnwrap(shown(3))
        XCTAssertEqual(two.count, one.count, accuracy: 1)
        XCTAssertEqual(two.upperBound, one.upperBound, "it moves down")
        XCTAssertNil(shown(4))
        let long = try XCTUnwrap(shown(5.5))
        XCTAssertGreaterThan(long.count, one.count + 15, "several lines")
        XCTAssertNil(shown(6))
        XCTAssertNil(shown(8))
        // Looking back, too.
        let again = OffscreenHost(size: CGSize(width: 240, height: 160), scale: 2, background: blue)
        again.perform { again.layer.addSublayer(captions.layer(size: again.size, scale: again.scale)) }
        XCTAssertTrue(again.image(at: 2.5).hasEqualPixels(to: again.image(at: 2.6)))
    }

    func testSizesThatShowNothing() {
        let captions = Captions(cues: [.init("A", from: 0, to: 9)])
        for size in [CGSize.zero, CGSize(width: 1, height: 1), CGSize(width: 30_000, height: 10), CGSize(width: Double.nan, height: 5)] {
            let host = OffscreenHost(size: CGSize(width: 20, height: 20))
            host.perform { host.layer.addSublayer(captions.layer(size: size)) }
            XCTAssertEqual(host.image(at: 1).width, 20, "\(size)")
        }
    }
}
