import CoreGraphics
import Foundation

extension PNGFile {
    /// Returns the information in the chunks, and the chunks that hold the data of each frame (none for a still picture).
    func description(isOpaque: Bool) throws(ImageError) -> (ImageDescription, [[Chunk]]) {
        var about = ImageDescription(width: header.width, height: header.height, parts: [])
        about.depth = header.depth
        about.colorModel = header.isGray ? .gray : .rgb
        about.isIndexed = header.colorType == 3
        about.hasAlpha = !isOpaque
        about.isComplete = isComplete
        about.profileName = colorSpace?.profileName
        if let body = body("pHYs"), body.count == 9, body.last == 1 {
            let perMeter = SIMD2(Double(bytes.big32(body.startIndex)), Double(bytes.big32(body.startIndex + 4)))
            if perMeter.min() > 0 { about.dpi = perMeter * 0.0254 }
            about.special["XPixelsPerMeter"] = perMeter.x
            about.special["YPixelsPerMeter"] = perMeter.y
        }
        if let body = body("gAMA"), body.count == 4 { about.special["Gamma"] = Double(bytes.big32(body.startIndex)) / 100_000 }
        if let body = body("sRGB"), let intent = body.first { about.special["sRGBIntent"] = Double(intent) }
        about.special["InterlaceType"] = Double(header.methods[2])
        if let body = body("eXIf") {
            about.exif = ExifData(tiff: Array(body))
            about.orientation = about.exif.orientation
        }

        guard let control = body("acTL"), control.count == 8, chunks.contains(where: { $0.type == "fcTL" }) else {
            about.parts = [FramePart(width: header.width, height: header.height, isComplete: isComplete)]
            return (about, [])
        }
        about.isAnimated = true
        about.loopCount = bytes.big32(control.startIndex + 4)
        var frames: [[Chunk]] = []
        var sequence = 0
        func check(_ chunk: Chunk) throws(ImageError) {
            let found = chunk.body.count >= 4 ? bytes.big32(chunk.body.lowerBound) : -1
            guard found == sequence else {
                throw ImageError(
                    file: name, place: "byte \(chunk.start) (\(chunk.type))",
                    reason: "the sequence number is \(found), expected \(sequence)")
            }
            sequence += 1
        }
        for chunk in chunks {
            switch chunk.type {
            case "fcTL":
                guard isIntact(chunk), let part = framePart(chunk) else {
                    throw ImageError(
                        file: name, place: "byte \(chunk.start) (fcTL), frame \(frames.count)",
                        reason: "the frame extends beyond the image")
                }
                try check(chunk)
                about.parts.append(part)
                frames.append([])
            case "IDAT" where !frames.isEmpty:
                frames[frames.count - 1].append(chunk)
            case "fdAT" where !frames.isEmpty:
                try check(chunk)
                frames[frames.count - 1].append(chunk)
            default:
                break
            }
        }
        // The last frame of an incomplete file may still grow.
        if !isComplete { about.parts[about.parts.count - 1].isComplete = false }
        return (about, frames)
    }

    private func framePart(_ chunk: Chunk) -> FramePart? {
        guard chunk.body.count == 26 else { return nil }
        let at = chunk.body.lowerBound
        var part = FramePart(
            x: bytes.big32(at + 12), y: bytes.big32(at + 16), width: bytes.big32(at + 4), height: bytes.big32(at + 8))
        guard part.width > 0, part.height > 0, part.x + part.width <= header.width, part.y + part.height <= header.height,
            let disposal = FramePart.Disposal(rawValue: bytes[at + 24]), bytes[at + 25] <= 1
        else { return nil }
        part.disposal = disposal
        part.isBlended = bytes[at + 25] == 1
        let denominator = bytes.big16(at + 22)
        // A denominator of 0 means hundredths.
        part.delay = Double(bytes.big16(at + 20)) / Double(denominator == 0 ? 100 : denominator)
        return part
    }
}
