import Agate
import Foundation
import ImageIO

/// Pictures of a host at chosen moments, side by side in one PNG: how the examples show time on paper.
/// The sheet is itself a layer tree.
public final class ContactSheet {
    private var frames: [CGImage] = []
    private let columns: Int
    private let gap: CGFloat = 8

    /// - Parameter columns: pictures in a row.
    public init(columns: Int = 6) {
        self.columns = max(1, columns)
    }

    /// Adds what the host shows at its clock's present time.
    public func add(_ host: OffscreenHost) {
        frames.append(host.image())
    }

    /// Advances the host's clock in equal steps and adds a picture after each, the present moment first.
    public func add(_ host: OffscreenHost, every step: TimeInterval, count: Int) {
        for index in 0..<count {
            if index > 0 { host.advance(by: step) }
            add(host)
        }
    }

    /// Lays the pictures out in rows and writes them as one PNG.
    public func write(to path: String) throws {
        guard let first = frames.first else { return }
        let cell = CGSize(width: first.width, height: first.height)
        let rows = (frames.count + columns - 1) / columns
        let used = min(columns, frames.count)
        let sheet = OffscreenHost(
            size: CGSize(
                width: CGFloat(used) * (cell.width + gap) + gap,
                height: CGFloat(rows) * (cell.height + gap) + gap
            ),
            scale: 1
        )
        sheet.perform {
            sheet.layer.backgroundColor = CGColor(red: 0.16, green: 0.17, blue: 0.2, alpha: 1)
            for (index, frame) in frames.enumerated() {
                let picture = CALayer()
                picture.contents = frame
                picture.frame = CGRect(
                    x: gap + CGFloat(index % columns) * (cell.width + gap),
                    y: gap + CGFloat(index / columns) * (cell.height + gap),
                    width: cell.width, height: cell.height
                )
                sheet.layer.addSublayer(picture)
            }
        }
        let url = URL(fileURLWithPath: path)
        guard let destination = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        CGImageDestinationAddImage(destination, sheet.image(), nil)
        guard CGImageDestinationFinalize(destination) else { throw CocoaError(.fileWriteUnknown) }
    }
}

/// Where the example writes its contact sheet: the first argument, or NAME.png here.
public func outputPath(_ name: String) -> String {
    CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "\(name).png"
}
