import CoreGraphics
import Foundation
import Synchronization

/// The position and size of the program's first window, in the file that the environment variable `AGATE_WINDOW_PLACE` names. A program
/// that is started again opens its window where the previous one was; `agate run --watch` uses it.
struct WindowPlace: Equatable {
    /// The position of the top left corner, in the units of the window system.
    var x: Int32
    var y: Int32
    /// The size in points.
    var size: CGSize

    init(x: Int32, y: Int32, size: CGSize) { (self.x, self.y, self.size) = (x, y, size) }

    /// Parses `X Y WIDTH HEIGHT`. Returns nil for other text, and for positions and sizes that no window has.
    init?(_ text: some StringProtocol) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 4, let x = Int32(words[0]), let y = Int32(words[1]), let width = Double(words[2]),
            let height = Double(words[3]),
            (-32_768...32_767).contains(x), (-32_768...32_767).contains(y), width >= 1, width <= 16_384, height >= 1, height <= 16_384
        else { return nil }
        self.init(x: x, y: y, size: CGSize(width: width, height: height))
    }

    /// The text of the file: of a constant length, so that a write replaces all of the old one.
    var text: String {
        let text = "\(x) \(y) \(Double(size.width)) \(Double(size.height))"
        return text + String(repeating: " ", count: max(0, Self.length - 1 - text.utf8.count)) + "\n"
    }

    private static let length = 96
}

/// The file of a ``WindowPlace``. Only the process's first window uses it, on the window's thread.
final class WindowPlaceFile {
    private let descriptor: Int32
    /// The place in the file.
    private(set) var place: WindowPlace?

    private static let isTaken = Atomic<Bool>(false)

    /// Returns the file of the environment, for the first window that asks; nil for others, and if it can't be opened.
    static func take() -> WindowPlaceFile? {
        guard let path = ProcessInfo.processInfo.environment["AGATE_WINDOW_PLACE"], !path.isEmpty,
            !isTaken.exchange(true, ordering: .relaxed)
        else { return nil }
        return WindowPlaceFile(path)
    }

    init?(_ path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        if count > 0 { place = WindowPlace(String(decoding: bytes[..<count], as: UTF8.self)) }
    }

    /// Writes a place, if it is another one. A failure has no effect: the next window then opens in the usual place.
    func write(_ place: WindowPlace) {
        guard place != self.place else { return }
        self.place = place
        let bytes = Array(place.text.utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    deinit { close(descriptor) }
}
