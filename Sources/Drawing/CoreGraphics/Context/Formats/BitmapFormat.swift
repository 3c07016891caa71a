import Foundation
import Raster

/// The memory layout of a bitmap's pixels, and their conversion to and from pixels of a surface (premultiplied sRGB, 8 bits).
struct BitmapFormat: Sendable {
    enum Component: Sendable {
        case byte, short, half, float

        var size: Int {
            switch self {
            case .byte: 1
            case .short, .half: 2
            case .float: 4
            }
        }
    }

    enum Channels: Sendable {
        /// The index of each channel among the components of a pixel. Alpha is nil if there is none.
        case rgb(red: Int, green: Int, blue: Int, alpha: Int?)
        case gray
        case alpha
    }

    let space: CGColorSpace
    let bitmapInfo: CGBitmapInfo
    let alphaInfo: CGImageAlphaInfo
    let component: Component
    let channels: Channels
    let isSwapped: Bool
    let bytesPerPixel: Int
    let conversion: SpaceConversion

    /// True if there is no alpha.
    var isOpaque: Bool {
        switch channels {
        case .rgb(_, _, _, let alpha): alpha == nil
        case .gray: true
        case .alpha: false
        }
    }

    var bitsPerComponent: Int { component.size * 8 }

    /// The kind of an image of the bitmap.
    var imageKind: CGImage.Kind { if case .alpha = channels { .alphaOnly } else { .picture } }

    /// The format of every surface.
    static let premultipliedBGRA: BitmapFormat = {
        let info = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        // The initializer accepts this combination.
        return BitmapFormat(bitsPerComponent: 8, space: .standardRGB, bitmapInfo: info)!
    }()

    /// The format of the contents of a layer whose contents format is RGBA16Float.
    static let premultipliedHalfFloats: BitmapFormat = {
        let info = CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
        // The initializer accepts this combination.
        return BitmapFormat(bitsPerComponent: 16, space: .extendedStandardRGB, bitmapInfo: info)!
    }()

    /// Creates a format. Returns nil for formats that a bitmap context doesn't support, as on Apple's systems: straight alpha, 24 bits,
    /// CMYK, gray with alpha.
    init?(bitsPerComponent: Int, space: CGColorSpace, bitmapInfo: UInt32) {
        let info = CGBitmapInfo(rawValue: bitmapInfo)
        guard let place = CGImageAlphaInfo(rawValue: bitmapInfo & CGBitmapInfo.alphaInfoMask.rawValue) else { return nil }
        let isFloat = info.contains(.floatComponents)
        let order = bitmapInfo & CGBitmapInfo.byteOrderMask.rawValue
        let component: Component
        switch (bitsPerComponent, isFloat) {
        case (8, false): component = .byte
        case (16, false): component = .short
        case (16, true): component = .half
        case (32, true): component = .float
        default: return nil
        }
        var isLittle = isFloat
        switch order {
        case 0: break
        case CGBitmapInfo.byteOrder32Little.rawValue where component != .short && component != .half: isLittle = true
        case CGBitmapInfo.byteOrder32Big.rawValue where component != .short && component != .half: isLittle = false
        case CGBitmapInfo.byteOrder16Little.rawValue where component == .short || component == .half: isLittle = true
        case CGBitmapInfo.byteOrder16Big.rawValue where component == .short || component == .half: isLittle = false
        default: return nil
        }
        let isFirst = place == .premultipliedFirst || place == .noneSkipFirst
        switch (space.model, place) {
        case (_, .alphaOnly) where component == .byte && space.model != .cmyk:
            channels = .alpha
            bytesPerPixel = 1
        case (.monochrome, .none):
            channels = .gray
            bytesPerPixel = component.size
        case (.rgb, .premultipliedFirst), (.rgb, .premultipliedLast), (.rgb, .noneSkipFirst), (.rgb, .noneSkipLast):
            let colour = isFirst ? 1 : 0
            var places = [colour, colour + 1, colour + 2, isFirst ? 0 : 3]
            // The byte order of a 32-bit number of four bytes is the order of components.
            if component == .byte, isLittle { places = places.map { 3 - $0 } }
            let hasAlpha = place == .premultipliedFirst || place == .premultipliedLast
            channels = .rgb(red: places[0], green: places[1], blue: places[2], alpha: hasAlpha ? places[3] : nil)
            bytesPerPixel = 4 * component.size
        default: return nil
        }
        self.space = space
        self.bitmapInfo = info
        alphaInfo = place
        self.component = component
        isSwapped = !isLittle && component != .byte
        conversion = SpaceConversion(space)
    }

    /// Returns whether the bitmap's memory can be used as a surface directly.
    func isDirect(_ bitmap: BitmapMemory) -> Bool {
        guard case .rgb(red: 2, green: 1, blue: 0, alpha: 3) = channels, component == .byte, conversion.isNone else { return false }
        return bitmap.bytesPerRow % 4 == 0 && UInt(bitPattern: bitmap.start) % 4 == 0
    }

    func read(_ bitmap: BitmapMemory, into surface: Surface, _ rect: IntRect) {
        let r = rect.intersection(surface.bounds)
        guard !r.isEmpty else { return }
        for y in Int(r.y0)..<Int(r.y1) {
            let row = bitmap.start + y * bitmap.bytesPerRow
            let out = surface.pixels + y * surface.stride
            for x in Int(r.x0)..<Int(r.x1) { out[x] = pixel(row + x * bytesPerPixel) }
        }
    }

    /// Writes only pixels that differ from the bitmap's: the others keep their precision.
    func write(_ surface: Surface, into bitmap: BitmapMemory, _ rect: IntRect) {
        let r = rect.intersection(surface.bounds)
        guard !r.isEmpty else { return }
        for y in Int(r.y0)..<Int(r.y1) {
            let row = bitmap.start + y * bitmap.bytesPerRow
            let from = surface.pixels + y * surface.stride
            for x in Int(r.x0)..<Int(r.x1) {
                let place = row + x * bytesPerPixel
                if pixel(place) != from[x] { store(from[x], place) }
            }
        }
    }

    private func pixel(_ p: UnsafeMutableRawPointer) -> UInt32 {
        switch channels {
        case .alpha: return load(p, 0) << 24
        case .gray: return conversion.pixel(gray: load(p, 0))
        case .rgb(let red, let green, let blue, let alpha):
            let a = alpha.map { load(p, $0) } ?? 255
            let value = a << 24 | min(load(p, red), a) << 16 | min(load(p, green), a) << 8 | min(load(p, blue), a)
            return conversion.isNone ? value : conversion.toSRGB(value)
        }
    }

    private func store(_ value: UInt32, _ p: UnsafeMutableRawPointer) {
        switch channels {
        case .alpha: put(value >> 24, p, 0)
        case .gray: put(conversion.gray(value), p, 0)
        case .rgb(let red, let green, let blue, let alpha):
            let v = conversion.isNone ? value : conversion.fromSRGB(value)
            put(v >> 16 & 255, p, red)
            put(v >> 8 & 255, p, green)
            put(v & 255, p, blue)
            if let alpha { put(v >> 24, p, alpha) }
        }
    }

    /// Returns a component as 0...255.
    @inline(__always)
    private func load(_ p: UnsafeMutableRawPointer, _ index: Int) -> UInt32 {
        switch component {
        case .byte: return UInt32(p.load(fromByteOffset: index, as: UInt8.self))
        case .short:
            let v = p.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
            return (UInt32(isSwapped ? v.byteSwapped : v) * 255 + 32767) / 65535
        case .half:
            let v = p.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
            return BitmapFormat.byte(Float(Float16(bitPattern: isSwapped ? v.byteSwapped : v)))
        case .float:
            let v = p.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            return BitmapFormat.byte(Float(bitPattern: isSwapped ? v.byteSwapped : v))
        }
    }

    @inline(__always)
    private func put(_ v: UInt32, _ p: UnsafeMutableRawPointer, _ index: Int) {
        switch component {
        case .byte: p.storeBytes(of: UInt8(truncatingIfNeeded: v), toByteOffset: index, as: UInt8.self)
        case .short:
            let wide = UInt16(truncatingIfNeeded: v * 257)
            p.storeBytes(of: isSwapped ? wide.byteSwapped : wide, toByteOffset: index * 2, as: UInt16.self)
        case .half:
            let bits = Float16(Float(v) / 255).bitPattern
            p.storeBytes(of: isSwapped ? bits.byteSwapped : bits, toByteOffset: index * 2, as: UInt16.self)
        case .float:
            let bits = (Float(v) / 255).bitPattern
            p.storeBytes(of: isSwapped ? bits.byteSwapped : bits, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    @inline(__always)
    private static func byte(_ v: Float) -> UInt32 { v > 0 ? UInt32(min(v, 1) * 255 + 0.5) : 0 }
}
