import CoreGraphics
import Foundation

/// What a frame control chunk (fcTL) says.
private struct FrameControl {
    enum Disposal: UInt8 {
        case keep = 0
        case clear = 1
        case restore = 2
    }

    let width, height, x, y: Int
    let disposal: Disposal
    let isBlended: Bool

    init?(_ chunk: PNGFile.Chunk, in file: PNGFile) {
        guard chunk.body.count == 26 else { return nil }
        let at = chunk.body.lowerBound
        width = file.number(at + 4)
        height = file.number(at + 8)
        x = file.number(at + 12)
        y = file.number(at + 16)
        guard width > 0, height > 0, x + width <= file.header.width, y + height <= file.header.height,
            let disposal = Disposal(rawValue: file.bytes[at + 24]), file.bytes[at + 25] <= 1
        else { return nil }
        self.disposal = disposal
        isBlended = file.bytes[at + 25] == 1
    }
}

extension PNGDecoder {
    /// The frames as they are shown; the still picture where there is no animation.
    func decodeFrames() throws(ImageError) -> [CGImage] {
        let file = self.file
        guard file.body("acTL") != nil, file.chunks.contains(where: { $0.type == "fcTL" }) else {
            return [try decodeStill()]
        }
        let (width, height) = (file.header.width, file.header.height)
        guard file.frameCount <= CGImage.maximumPixelCount / (width * height) else {
            throw ImageError(file: file.name, reason: "\(file.frameCount) frames of \(width)x\(height) are too many")
        }

        var frames: [CGImage] = []
        var canvas = [UInt32](repeating: 0, count: width * height)
        var index = 0
        while index < file.chunks.count {
            let chunk = file.chunks[index]
            index += 1
            guard chunk.type == "fcTL" else { continue }
            let place = "byte \(chunk.start) (fcTL), frame \(frames.count)"
            guard file.isIntact(chunk), let control = FrameControl(chunk, in: file) else {
                throw ImageError(file: file.name, place: place, reason: "the frame does not fit the picture")
            }
            // A frame's data are the chunks up to the next frame: the picture's own, or numbered copies of such.
            var data: [PNGFile.Chunk] = []
            while index < file.chunks.count, file.chunks[index].type != "fcTL" {
                let part = file.chunks[index]
                index += 1
                if part.type == "IDAT" { data.append(part) }
                guard part.type == "fdAT" else { continue }
                guard part.body.count >= 4, file.isIntact(part) else {
                    throw ImageError(file: file.name, place: "byte \(part.start) (fdAT)", reason: "the chunk is damaged")
                }
                data.append(part)
            }
            let size = data.reduce(0) { $0 + $1.body.count }
            let picture = try image(width: control.width, height: control.height, place: place, dataSize: size) {
                for part in data {
                    if part.type == "IDAT" {
                        $0.append(contentsOf: file.bytes[part.whole])
                    } else {
                        PNGFile.appendChunk("IDAT", file.bytes[part.body].dropFirst(4), to: &$0)
                    }
                }
            }
            frames.append(try show(picture, control, on: &canvas))
        }
        return frames
    }

    /// Puts a frame's part onto the canvas, and gives the whole as it is shown. Leaves the canvas as the next frame finds it.
    private func show(_ part: CGImage, _ control: FrameControl, on canvas: inout [UInt32]) throws(ImageError) -> CGImage {
        let width = file.header.width
        let before = control.disposal == .restore ? canvas : []
        part.withPixels { pixels in
            for row in 0..<control.height {
                let start = (control.y + row) * width + control.x
                for column in 0..<control.width {
                    let new = pixels[row * control.width + column]
                    canvas[start + column] = control.isBlended ? over(new, canvas[start + column]) : new
                }
            }
        }
        let shown = CGImage(width: width, height: file.header.height) { pixels in
            _ = pixels.update(fromContentsOf: canvas)
        }
        switch control.disposal {
        case .keep: break
        case .restore: canvas = before
        case .clear:
            for row in control.y..<control.y + control.height {
                for column in control.x..<control.x + control.width { canvas[row * width + column] = 0 }
            }
        }
        guard let shown else { throw ImageError(file: file.name, reason: "the picture is too large") }
        return shown
    }

    private func over(_ source: UInt32, _ under: UInt32) -> UInt32 {
        let rest = 255 - (source >> 24)
        if rest == 0 { return source }
        var result: UInt32 = 0
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            let sum = (source >> shift & 255) + Pixel.multiply(under >> shift & 255, rest)
            result |= min(sum, 255) << shift
        }
        return result
    }
}
