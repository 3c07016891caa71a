import AgateDiagnostics
import CoreGraphics
import Foundation
import XCTest

/// Premultiplied BGRA, or what is asked for.
func makeContext(
    _ width: Int, _ height: Int, bits: Int = 8, space: CGColorSpace = CGColorSpaceCreateDeviceRGB(),
    info: UInt32 = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
) -> CGContext {
    guard
        let context = CGContext(
            data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: 0, space: space, bitmapInfo: info)
    else { fatalError("no context") }
    return context
}

/// White paper.
func makeSheet(_ width: Int, _ height: Int) -> CGContext {
    let context = makeContext(width, height)
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    context.setFillColor(.black)
    return context
}

func rgb(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat = 1) -> CGColor { CGColor(red: r, green: g, blue: b, alpha: a) }

extension CGContext {
    /// 0xAARRGGBB, counted from the top left; what the image shows.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { makeImage()?.pixel(x, y) ?? 0 }

    /// Draws each in a square of its own, from the top left on.
    func grid(_ size: CGFloat, _ columns: Int, _ cells: [(CGContext) -> Void]) {
        for (i, cell) in cells.enumerated() {
            saveGState()
            translateBy(x: CGFloat(i % columns) * size, y: CGFloat(height) - CGFloat(i / columns + 1) * size)
            cell(self)
            restoreGState()
        }
    }
}

extension CGImage {
    func pixel(_ x: Int, _ y: Int) -> UInt32 { withPixels { $0[y * width + x] } }
}

/// A small picture whose corners differ: red top left, green top right, blue bottom left, yellow bottom right, with a dark
/// cross.
func makePicture(_ side: Int = 8) -> CGImage {
    CGImage(width: side, height: side) { pixels in
        for y in 0..<side {
            for x in 0..<side {
                let left = x < side / 2, top = y < side / 2
                var p: UInt32 = top ? (left ? 0xFFFF_0000 : 0xFF00_C000) : (left ? 0xFF00_40FF : 0xFFFF_E000)
                if x == side / 4 || y == side / 4 { p = 0xFF20_2020 }
                pixels[y * side + x] = p
            }
        }
    }!
}

/// The diagnostics that `body` causes.
func diagnostics(_ body: () -> Void) -> [String] {
    final class Box: @unchecked Sendable { var found: [String] = [] }
    let box = Box()
    let token = Diagnostic.addObserver { box.found.append($0.identifier) }
    body()
    Diagnostic.removeObserver(token)
    return box.found
}
