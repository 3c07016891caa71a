import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Skews along an axis, which moves nothing that lies on it: at a positive angle on the other side of x than a positive rotation. Only the
/// reading of lottie-ios has it on the same side.
final class LottieSkewTests: XCTestCase {
    private let byFile: [LottieReading] = [.specification, .withoutExpressions, .webPlayer]

    /// A square from (20, 20) to (40, 40), whose group or layer is skewed about its middle.
    private func picture(_ skew: String, _ axis: String, _ reading: LottieReading, isGroup: Bool, frame: Double = 0) throws -> LottiePicture
    {
        let transform = #""p":{"k":[30,30]},"sk":\#(skew),"sa":\#(axis)"#
        let items = [LottieItems.square(0, 0, 20), LottieItems.red]
        let layer =
            isGroup ? LottieItems.layer([LottieItems.group(items, "," + transform)]) : LottieItems.layer(items, ks: transform)
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layer)]}"#
        let made = LottiePicture(scene: try LottieScene(data: Data(json.utf8), file: "x.json", reading: reading), frame: frame)
        XCTAssertEqual(made.messages, [])
        return made
    }

    /// The corners of the square that are still there: upper left, upper right, lower left, lower right.
    private func corners(_ picture: LottiePicture) -> [Bool] {
        [(22, 22), (37, 22), (22, 37), (37, 37)].map { picture[$0.0, $0.1] >> 24 > 127 }
    }

    func testCornersOnTheAxisStay() throws {
        for isGroup in [false, true] {
            for (axis, rising) in [(#"{"k":45}"#, true), (#"{"k":-45}"#, false), (#"{"k":[225]}"#, true)] {
                for tilt in ["30", "-30"] {
                    for reading in byFile {
                        let kept = corners(try picture(#"{"k":\#(tilt)}"#, axis, reading, isGroup: isGroup))
                        XCTAssertEqual(
                            kept, rising ? [false, true, true, false] : [true, false, false, true], "\(reading) \(axis) \(tilt)")
                    }
                    let player = corners(try picture(#"{"k":\#(tilt)}"#, axis, .iOSPlayer, isGroup: isGroup))
                    XCTAssertEqual(player, rising ? [true, false, false, true] : [false, true, true, false], "\(axis) \(tilt)")
                }
            }
        }
    }

    func testAnAxisThatTurns() throws {
        let axis = LottieItems.moving("[45]", "[-45]")
        for (frame, rising) in [(0.0, true), (10, false)] {
            for (reading, mirrored) in [(LottieReading.specification, false), (.webPlayer, false), (.iOSPlayer, true)] {
                let kept = corners(try picture(#"{"k":30}"#, axis, reading, isGroup: false, frame: frame))
                XCTAssertEqual(kept, rising != mirrored ? [false, true, true, false] : [true, false, false, true], "\(reading) \(frame)")
            }
        }
    }

    /// A skew repeats after half a turn, as its tangent does.
    func testSkewsRepeat() throws {
        for reading in byFile {
            for (a, b) in [(0.0, 180.0), (30, 210), (-20, 160), (10, -350)] {
                let one = try picture(#"{"k":\#(a)}"#, #"{"k":0}"#, reading, isGroup: true)
                let other = try picture(#"{"k":\#(b)}"#, #"{"k":0}"#, reading, isGroup: true)
                XCTAssertLessThanOrEqual(try PictureDifference(one.image, other.image).share, 0.001, "\(a) \(b)")
                XCTAssertEqual(one[30, 30] >> 24, 255)
            }
        }
    }

    /// Animators of text skew letters in the same way: along x by default, the top to the right.
    func testLettersAreSkewedAsLayersAre() throws {
        let skew = CATransform3D.lottieSkew(30, along: 0)
        XCTAssertEqual(skew.m21, -0.57735, accuracy: 1e-5)
        for (angle, axis) in [(30.0, 45.0), (210, 45), (30, 225), (-150, -135)] {
            let m = CATransform3D.lottieSkew(angle, along: axis)
            // (1, -1) lies on the axis.
            XCTAssertEqual(m.m11 - m.m21, 1, accuracy: 1e-9)
            XCTAssertEqual(m.m12 - m.m22, -1, accuracy: 1e-9)
            // (1, 1) moves along it by the tangent.
            XCTAssertEqual(abs(m.m11 + m.m21 - 1), 0.57735, accuracy: 1e-5)
        }
        let steep = CATransform3D.lottieSkew(90, along: 0)
        XCTAssertTrue(steep.m21.isFinite && CATransform3D.lottieSkew(-90, along: 0).m21.isFinite)
    }
}
