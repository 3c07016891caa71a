import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// Changed pixels as a page gets them.
enum PictureMessage {
    private static let mostRects = 16

    /// Rectangles that are many, or that lie over others, become one around them.
    static func add(_ rect: DeviceRect, to owed: inout [DeviceRect]) {
        if owed.contains(where: { $0.union(rect) == $0 }) { return }
        owed.removeAll { $0.union(rect) == rect }
        owed.append(rect)
        guard owed.count > mostRects else { return }
        owed = [owed.reduce(rect) { $0.union($1) }]
    }

    static func bytes(_ time: Double, _ renderer: Renderer, _ rects: [DeviceRect]) -> [UInt8] {
        renderer.withPixels { pixels, width, height, stride in
            let rects = rects.map { $0.intersection(DeviceRect(0, 0, Int32(width), Int32(height))) }.filter { !$0.isEmpty }
            let count = rects.reduce(0) { $0 + Int($1.x1 - $1.x0) * Int($1.y1 - $1.y0) }
            let size = 1 + 8 + 4 + 2 + rects.count * 8 + count * 4
            return [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
                var at = 0
                func byte(_ value: UInt8) {
                    buffer[at] = value
                    at += 1
                }
                func half(_ value: Int) {
                    byte(UInt8(truncatingIfNeeded: value))
                    byte(UInt8(truncatingIfNeeded: value >> 8))
                }
                byte(2)
                for i in 0..<8 { byte(UInt8(truncatingIfNeeded: time.bitPattern >> UInt64(8 * i))) }
                half(width)
                half(height)
                half(rects.count)
                for rect in rects {
                    for side in [rect.x0, rect.y0, rect.x1 - rect.x0, rect.y1 - rect.y0] { half(Int(side)) }
                    for y in Int(rect.y0)..<Int(rect.y1) {
                        let row = pixels + y * stride
                        for x in Int(rect.x0)..<Int(rect.x1) {
                            let color = rgba(row[x])
                            // The target is not aligned.
                            UnsafeMutableRawPointer(buffer.baseAddress! + at).storeBytes(of: color, as: UInt32.self)
                            at += 4
                        }
                    }
                }
                used = at
            }
        }
    }

    /// 0xAARRGGBB, multiplied, as the bytes red, green, blue and alpha, not multiplied.
    @inline(__always)
    private static func rgba(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return (pixel & 0xFF00_FF00) | (pixel >> 16 & 0xFF) | (pixel & 0xFF) << 16 }
        if alpha == 0 { return 0 }
        func part(_ value: UInt32) -> UInt32 { min(255, (value * 255 + alpha / 2) / alpha) }
        return alpha << 24 | part(pixel & 0xFF) << 16 | part(pixel >> 8 & 0xFF) << 8 | part(pixel >> 16 & 0xFF)
    }
}
