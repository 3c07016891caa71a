import Agate
import Foundation
import ImageIO

/// Pictures of a host at chosen times, side by side in one PNG: how the examples show time on paper.
public final class ContactSheet {
    private var sheet: FrameSheet

    /// - Parameter columns: pictures in a row.
    public init(columns: Int = 6) { sheet = FrameSheet(columns: columns) }

    /// Adds what the host shows at its clock's present time.
    public func add(_ host: OffscreenHost) { sheet.add(host) }

    /// Advances the host's clock in equal steps and adds a picture after each, the present time first.
    public func add(_ host: OffscreenHost, every step: TimeInterval, count: Int) { sheet.add(host, every: step, count: count) }

    /// Lays the pictures out in rows and writes them as one PNG.
    public func write(to path: String) throws {
        guard let picture = sheet.image() else { return }
        let url = URL(fileURLWithPath: path)
        guard let destination = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        CGImageDestinationAddImage(destination, picture, nil)
        guard CGImageDestinationFinalize(destination) else { throw CocoaError(.fileWriteUnknown) }
    }
}

/// Where the example writes its contact sheet: the first argument, or NAME.png here.
public func outputPath(_ name: String) -> String {
    CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "\(name).png"
}
