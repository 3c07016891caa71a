import Agate
import CoreGraphics
import Foundation
import ImageIO

/// The images of a recording, each stored once regardless of the number of layers and commits that show it, and identified by its content.
final class ResourceTable {
    /// The images by number; retained, so that an object's address identifies it.
    private(set) var images: [CGImage] = []
    private var byObject: [ObjectIdentifier: UInt64] = [:]
    private var byContent: [UInt64: [UInt64]] = [:]
    /// The number of images that were written.
    var written = 0

    /// Returns an image's number, from 0.
    func number(of image: CGImage) -> UInt64 {
        if let known = byObject[ObjectIdentifier(image)] { return known }
        let hash = Self.hash(image)
        let same = byContent[hash]?.first { images[Int($0)].kind == image.kind && images[Int($0)].hasEqualPixels(to: image) }
        let number = UInt64(images.count)
        images.append(image)
        byObject[ObjectIdentifier(image)] = number
        // An equal image still gets its own number, because a change between two objects causes a fade, even if they look the same.
        if let same { originals[number] = same } else { byContent[hash, default: []].append(number) }
        return number
    }

    /// For an image whose content equals that of another: the other's number.
    private var originals: [UInt64: UInt64] = [:]

    /// Returns the hash of the pixels as they are stored, rows without gaps.
    static func hash(_ image: CGImage) -> UInt64 {
        image.withPixels { XXHash64.hash(UnsafeRawBufferPointer(start: $0, count: image.width * image.height * 4)) }
    }

    // MARK: Bytes

    private enum Form: UInt8 { case raw, png, same }

    /// The smallest size in bytes for PNG; below it the header is larger than the savings.
    private static let smallest = 512

    /// Writes the hash, the size, the kind of its numbers, and the pixels: as PNG if that restores exactly the same ones, else unchanged.
    func write(_ number: Int, to out: ByteWriter) {
        let image = images[number]
        out.word(Self.hash(image))
        out.size(image.width)
        out.size(image.height)
        out.byte(image.kind.rawValue)
        if let original = originals[UInt64(number)] {
            out.byte(Form.same.rawValue)
            out.varint(original)
            return
        }
        let count = image.width * image.height * 4
        let png = count > Self.smallest && image.kind == .picture ? ImageCodec.encodePNG(image, isFast: true) : Data()
        if !png.isEmpty, png.count < count, let back = try? ImageCodec.decode(png, name: "image"), back.hasEqualPixels(to: image) {
            out.byte(Form.png.rawValue)
            out.size(png.count)
            png.withUnsafeBytes { out.raw($0) }
        } else {
            out.byte(Form.raw.rawValue)
            image.withPixels { out.raw(UnsafeRawBufferPointer(start: $0, count: count)) }
        }
    }

    /// - Parameter pixels: The number of pixels that may still be read in all; it is reduced by those of the image.
    static func read(_ input: inout ByteReader, _ images: [CGImage], pixels: inout Int) -> CGImage? {
        let hash = input.word()
        let columns = input.varint()
        let rows = input.varint()
        guard let kind = CGImage.Kind(rawValue: input.byte()), let form = Form(rawValue: input.byte()), columns <= 16_384, rows <= 16_384,
            CGImage.isAllowed(width: Int(columns), height: Int(rows)), Int(columns * rows) <= pixels, !input.isDamaged
        else { return nil }
        let width = Int(columns)
        let height = Int(rows)
        pixels -= width * height
        let image: CGImage?
        switch form {
        case .same:
            let number = input.varint()
            guard number < UInt64(images.count), images[Int(number)].width == width, images[Int(number)].height == height else {
                return nil
            }
            let original = images[Int(number)]
            image = CGImage(width: width, height: height, kind: kind) { target in
                original.withPixels { target.baseAddress?.update(from: $0, count: width * height) }
            }
        case .raw:
            let bytes = input.raw(width * height * 4)
            guard !input.isDamaged else { return nil }
            image = CGImage(width: width, height: height, kind: kind) { UnsafeMutableRawBufferPointer($0).copyMemory(from: bytes) }
        case .png:
            let bytes = input.raw(input.size())
            guard !input.isDamaged, kind == .picture else { return nil }
            var limits = ReadingLimits.standard
            limits.imagePixels = width * height
            image = try? ImageCodec.decode(Data(bytes), name: "image in a recording", limits: limits)
        }
        guard let image, image.width == width, image.height == height, Self.hash(image) == hash else { return nil }
        return image
    }
}
