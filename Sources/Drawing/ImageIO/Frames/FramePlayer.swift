import CoreGraphics
import Foundation

/// Composites the frames of an animation, which build on each other. It keeps a single canvas as long as the frames are read forwards.
/// Going back starts again from the first frame, or from a canvas that was kept on such a way.
struct FramePlayer {
    /// The canvas as it is before a frame.
    private struct Stop {
        let frame: Int
        let canvas: [UInt32]
    }

    private let file: any ImageFile
    private let name: String
    private let acceptsPartial: Bool
    private var canvas: [UInt32]
    private var next = 0
    private var last: CGImage?
    /// The kept canvases, in the order of their frames.
    private var stops: [Stop] = []

    /// The most bytes of kept canvases.
    private static let mostBytes = 32 << 20

    init(_ file: any ImageFile, name: String, acceptsPartial: Bool) {
        self.file = file
        self.name = name
        self.acceptsPartial = acceptsPartial
        canvas = [UInt32](repeating: 0, count: file.about.width * file.about.height)
    }

    /// Returns the whole picture at a frame.
    mutating func frame(_ index: Int) throws(ImageError) -> CGImage {
        if index == next - 1, let last { return last }
        var keeping: Int?
        if index < next { keeping = goBack(to: index) }
        while next <= index {
            if next == keeping { keeping = keep(onTheWayTo: index) }
            last = try advance(isWanted: next == index)
            next += 1
        }
        guard let last else { throw ImageError(file: name, code: ENOMEM) }
        return last
    }

    /// The bytes of kept canvases.
    var keptBytes: Int { stops.count * canvas.count * 4 }

    /// Continues at the last kept canvas before a frame, or at the first frame. Returns the first frame before which to keep the canvas.
    private mutating func goBack(to index: Int) -> Int? {
        while let stop = stops.last, stop.frame > index { stops.removeLast() }
        if let stop = stops.last {
            next = stop.frame
            canvas = stop.canvas
        } else {
            next = 0
            for i in canvas.indices { canvas[i] = 0 }
        }
        return nextStop(index)
    }

    /// Keeps the canvas before the next frame. Returns the frame before which to do so again.
    private mutating func keep(onTheWayTo index: Int) -> Int? {
        stops.append(Stop(frame: next, canvas: canvas))
        return nextStop(index)
    }

    /// Returns the next frame before which the canvas is kept: every one if there is memory for that, and otherwise the one at half of the
    /// way, so that reading all frames backwards composites each of them as often as the way can be halved.
    private func nextStop(_ index: Int) -> Int? {
        let most = FramePlayer.mostBytes / max(1, canvas.count * 4), way = index - next
        guard way > 0, stops.count < most else { return nil }
        return most - stops.count >= way ? next + 1 : next + (way + 1) / 2
    }

    /// Draws the next part onto the canvas and returns the whole picture. Leaves the canvas in the state that the following frame
    /// requires.
    private mutating func advance(isWanted: Bool) throws(ImageError) -> CGImage? {
        let about = file.about
        let part = about.parts[next]
        // Parts outside the canvas are ignored.
        let left = min(max(part.x, 0), about.width), right = min(max(part.x + part.width, left), about.width)
        let top = min(max(part.y, 0), about.height), bottom = min(max(part.y + part.height, top), about.height)
        let before = part.disposal == .restore ? canvas : []
        if left < right, top < bottom {
            let picture = try file.part(next, acceptsPartial: acceptsPartial)
            canvas.withUnsafeMutableBufferPointer { canvas in
                picture.withPixels { pixels in
                    for row in top..<bottom {
                        let source = pixels + (row - part.y) * picture.width - part.x
                        let target = row * about.width
                        if part.isBlended {
                            for column in left..<right {
                                canvas[target + column] = Self.over(source[column], canvas[target + column])
                            }
                        } else {
                            for column in left..<right { canvas[target + column] = source[column] }
                        }
                    }
                }
            }
        }
        let shown =
            isWanted
            ? CGImage(width: about.width, height: about.height) { pixels in _ = pixels.update(fromContentsOf: canvas) } : nil
        switch part.disposal {
        case .keep: break
        case .restore: canvas = before
        case .clear:
            for row in top..<bottom {
                for column in left..<right { canvas[row * about.width + column] = 0 }
            }
        }
        return shown
    }

    @inline(__always)
    private static func over(_ source: UInt32, _ under: UInt32) -> UInt32 {
        let rest = 255 - (source >> 24)
        if rest == 0 { return source }
        if rest == 255 { return under }
        var result: UInt32 = 0
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            let sum = (source >> shift & 255) + Pixel.multiply(under >> shift & 255, rest)
            result |= min(sum, 255) << shift
        }
        return result
    }
}
