import Foundation
import Raster

/// A callback that is called when a context no longer needs its bitmap, with the context's release info and the bitmap.
public typealias CGBitmapContextReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

/// The bytes of a bitmap and their ownership.
struct BitmapMemory {
    let start: UnsafeMutableRawPointer
    let bytesPerRow: Int
    /// True if the context allocated the memory and frees it.
    private(set) var isOwned: Bool
    /// False if the bitmap is a surface that keeps its own memory.
    let isSeparate: Bool
    private let callback: CGBitmapContextReleaseDataCallback?
    private let info: UnsafeMutableRawPointer?

    init(
        _ data: UnsafeMutableRawPointer?, bytesPerRow: Int, height: Int, _ callback: CGBitmapContextReleaseDataCallback?,
        _ info: UnsafeMutableRawPointer?
    ) {
        self.bytesPerRow = bytesPerRow
        self.callback = callback
        self.info = info
        isOwned = data == nil
        isSeparate = true
        if let data {
            start = data
        } else {
            // Allocated as pixels, so that an image can take over the memory.
            let count = (bytesPerRow * height + 3) / 4
            let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
            pixels.initialize(repeating: 0, count: count)
            start = UnsafeMutableRawPointer(pixels)
        }
    }

    init(_ surface: Surface) {
        start = UnsafeMutableRawPointer(surface.pixels)
        bytesPerRow = surface.stride * 4
        (isOwned, isSeparate, callback, info) = (false, false, nil, nil)
    }

    /// Gives up ownership: from now on another owner frees the memory.
    mutating func forget() { isOwned = false }

    func release() {
        if isOwned { start.assumingMemoryBound(to: UInt32.self).deallocate() }
        callback?(info, isOwned ? nil : start)
    }
}
