import QuartzCore

/// A sheet of pictures side by side, row by row: a contact sheet of frames over time, for people and for tests.
public struct FrameSheet {
    /// The pictures, in the order of the sheet.
    public private(set) var frames: [CGImage] = []
    /// The number of pictures in a row.
    public let columns: Int
    private let gap: CGFloat = 8

    /// Creates an empty sheet.
    public init(columns: Int = 6) { self.columns = max(1, columns) }

    /// Adds a picture.
    public mutating func add(_ frame: CGImage) { frames.append(frame) }

    /// Adds the picture that the host shows at its clock's present time.
    public mutating func add(_ host: OffscreenHost) { frames.append(host.image()) }

    /// Adds `count` pictures: one at the present time, and one after each of equal steps of the host's clock.
    public mutating func add(_ host: OffscreenHost, every step: CFTimeInterval, count: Int) {
        for index in 0..<max(0, count) {
            if index > 0 { host.advance(by: step) }
            add(host)
        }
    }

    /// Returns the sheet as one picture; nil if it is empty. Every cell has the size of the first picture, and the others are scaled to
    /// fill their cells.
    public func image() -> CGImage? {
        guard let first = frames.first else { return nil }
        let cell = CGSize(width: first.width, height: first.height)
        let rows = (frames.count + columns - 1) / columns, used = min(columns, frames.count)
        let sheet = OffscreenHost(
            size: CGSize(
                width: CGFloat(used) * (cell.width + gap) + gap, height: CGFloat(rows) * (cell.height + gap) + gap
            ))
        sheet.perform {
            sheet.layer.backgroundColor = CGColor(red: 0.16, green: 0.17, blue: 0.2, alpha: 1)
            for (index, frame) in frames.enumerated() {
                let picture = CALayer()
                picture.contents = frame
                picture.frame = CGRect(
                    x: gap + CGFloat(index % columns) * (cell.width + gap), y: gap + CGFloat(index / columns) * (cell.height + gap),
                    width: cell.width, height: cell.height
                )
                sheet.layer.addSublayer(picture)
            }
        }
        return sheet.image()
    }
}
