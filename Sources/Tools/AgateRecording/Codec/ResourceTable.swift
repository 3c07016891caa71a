import Agate
import CoreGraphics
import Foundation
import ImageIO

/// The images of a recording, each once whatever number of layers and commits show it, and found again by its content.
final class ResourceTable {
    /// By number; kept, so that an object's address names it.
    private(set) var images: [CGImage] = []
    private var byObject: [ObjectIdentifier: UInt64] = [:]
    private var byContent: [UInt64: [UInt64]] = [:]
    /// How many of them were written.
    var written = 0

    /// An image's number, from 0.
    func number(of image: CGImage) -> UInt64 {
        if let known = byObject[ObjectIdentifier(image)] { return known }
        let hash = Self.hash(image)
        let same = byContent[hash]?.first { images[Int($0)].kind == image.kind && images[Int($0)].hasEqualPixels(to: image) }
        let number = UInt64(images.count)
        images.append(image)
        byObject[ObjectIdentifier(image)] = number
        // An object of its own all the same: between two objects there is a fade, whatever they show.
        if let same { originals[number] = same } else { byContent[hash, default: []].append(number) }
        return number
    }

    /// Of images whose content another has: the other's number.
    private var originals: [UInt64: UInt64] = [:]

    /// Of the pixels as they are held, rows without gaps.
    static func hash(_ image: CGImage) -> UInt64 {
        image.withPixels { XXHash64.hash(UnsafeRawBufferPointer(start: $0, count: image.width * image.height * 4)) }
    }

    // MARK: Bytes

    private enum Form: UInt8 { case raw, png, same }

    /// Below it a file's head is longer than what it saves, in bytes.
    private static let smallest = 512

    /// Hash, size, what its numbers mean, and the pixels: as PNG where that gives the very same ones back, else as they are.
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

    /// - Parameter pixels: how many more may be read in all; what is read is taken off.
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
