import AgateFormats
import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO

/// `agate diff`: measures the visible difference of two pictures.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two pictures by visible differences.",
        discussion:
            "A pixel differs when CIE94 delta E is over 3 on white or on black, or by --level. Exits with 1 when more pixels differ than --tolerance allows, or one by more than --most."
    )

    @Argument(help: "A picture (PNG or JPEG).") var first: String
    @Argument(help: "Another of the same size.") var second: String
    @Option(name: [.customShort("o"), .long], help: "Write a picture of the differences.") var output: String?
    @Option(help: "The fraction of pixels that can differ, 0 to 1.") var tolerance: Double = 0
    @Option(help: "A pixel differs if a component differs by more than this number of 255, instead of visibly.") var level: Int?
    @Option(help: "The largest difference of a component of any pixel, of 255.") var most: Int = 255
    @OptionGroup var outputs: OutputOptions

    func validate() throws {
        if !(0...1).contains(tolerance) { throw ValidationError("--tolerance must be from 0 to 1") }
        if let level, !(0...255).contains(level) { throw ValidationError("--level must be from 0 to 255") }
        if !(0...255).contains(most) { throw ValidationError("--most must be from 0 to 255") }
    }

    func run() throws {
        Interruption.watch()
        let claims = outputs.begin()
        for file in [first, second] { claims.read(file, as: "one of the pictures") }
        if let output { try claims.write(output, as: "the picture of what differs") }
        let a = try ImageCodec.decode(contentsOf: first), b = try ImageCodec.decode(contentsOf: second)
        let difference: PictureDifference
        do { difference = try PictureDifference(a, b) } catch { throw InputError("\(first) and \(second): \(error)") }
        if let level { return try compare(a, b, over: level) }
        if let output, let picture = difference.picture(over: a) { try ImageCodec.writePNG(picture, to: output) }
        let percent = String(format: "%.4f", difference.share * 100), painted = String(format: "%.4f", difference.paintedShare * 100)
        try StandardOutput.say(
            "\(difference.count) of \(difference.width * difference.height) pixels differ (\(percent) %, \(painted) % of the painted ones); largest \(difference.largest), mean \(String(format: "%.4f", difference.mean)) of 255"
        )
        if difference.share > tolerance || difference.largest > most { throw ExitCode(1) }
    }

    private func compare(_ a: CGImage, _ b: CGImage, over level: Int) throws {
        let difference = ChannelDifference(a, b, over: level)
        if let output, let picture = difference.picture { try ImageCodec.writePNG(picture, to: output) }
        let percent = String(format: "%.4f", difference.share * 100)
        try StandardOutput.say("\(percent) % of the pixels differ by more than \(level); largest \(difference.largest) of 255")
        if difference.share > tolerance || difference.largest > most { throw ExitCode(1) }
    }
}
