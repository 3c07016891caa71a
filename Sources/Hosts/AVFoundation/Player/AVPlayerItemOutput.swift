import Agate
import AgateDiagnostics
import CoreGraphics
import QuartzCore

/// An object that receives the media of an item while a player plays it. Used on the thread of the player.
@preconcurrency @MainActor open class AVPlayerItemOutput: NSObject {
    final weak var item: AVPlayerItem?

    /// A Boolean value that determines whether the layers of the player show nothing, because the program draws the pictures itself. It is
    /// not supported: layers show the film.
    open var suppressesPlayerRendering = false {
        didSet {
            guard suppressesPlayerRendering else { return }
            Diagnostic.report("av.output", "suppressesPlayerRendering has no effect; hide the layers of the player instead")
        }
    }

    /// Called when the rate or the time of the item was changed other than by playback.
    func timelineChanged(isJump: Bool) {}

    /// Returns the item's time at a time of the host's clock, in seconds; invalid if the output belongs to no item that is played.
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        guard let player = item?.player, player.currentItem === item, !hostTimeInSeconds.isNaN else { return .invalid }
        return CMTime(seconds: player.pictures.timeline.filmTime(at: hostTimeInSeconds), preferredTimescale: 1_000_000)
    }

    /// Returns the item's time at a time of the host's clock, in nanoseconds.
    open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime { itemTime(forHostTime: Double(machAbsoluteTime) / 1e9) }
}

/// Gets the pictures of an item as pixel buffers.
@preconcurrency @MainActor open class AVPlayerItemVideoOutput: AVPlayerItemOutput {
    private let attributes: PixelAttributes
    private let format: PixelFormat
    /// The picture that was copied last.
    private var last: CGImage?

    /// - Parameter pixelBufferAttributes: A format, 32BGRA by default, and a size, that of the film by default.
    public init(pixelBufferAttributes: [String: Any]? = nil) {
        attributes = PixelAttributes(pixelBufferAttributes)
        let isSupported = !attributes.hasUnknownFormat && attributes.format != .deep
        format = isSupported ? attributes.format ?? .bgra : .bgra
        super.init()
        if !isSupported {
            Diagnostic.report("av.output", "the pixel format of the output is not supported; it makes buffers of 32BGRA")
        }
    }

    /// - Parameter outputSettings: Attributes of pixel buffers.
    public convenience init(outputSettings: [String: any Sendable]? = nil) { self.init(pixelBufferAttributes: outputSettings) }

    /// Returns true if the picture of a time is another one than that which was copied last. The first call begins to decode it.
    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        guard let picture = picture(itemTime, waits: false) else { return false }
        return picture !== last
    }

    /// Returns the picture that is shown at a time, after waiting until it is decoded. Returns nil if there is no picture.
    /// - Parameter outItemTimeForDisplay: Receives the time for which the picture was requested.
    open func copyPixelBuffer(forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?)
        -> CVPixelBuffer?
    {
        guard let picture = picture(itemTime, waits: true) else { return nil }
        guard let buffer = attributes.buffer(of: picture, format) else { return nil }
        last = picture
        outItemTimeForDisplay?.pointee = itemTime
        return buffer
    }

    // MARK: Delegate

    /// The delegate, which is called when there will be new pictures.
    open private(set) weak var delegate: (any AVPlayerItemOutputPullDelegate)?
    /// The queue on which the delegate is called; nil is the main queue.
    open private(set) var delegateQueue: DispatchQueue?
    private var isAwaited = false

    /// Sets the delegate and the queue of its calls.
    open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        (self.delegate, self.delegateQueue) = (delegate, delegateQueue)
    }

    /// Asks for one call of the delegate: immediately while the item plays, and otherwise when it plays or its time changes. A program that
    /// has stopped its display link begins again then.
    /// - Parameter interval: The seconds by which the call comes earlier. It makes no difference: pictures are decoded when they are asked
    ///   for.
    open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
        isAwaited = true
        if let player = item?.player, player.currentItem === item, player.rate != 0 { tellOfChange() }
    }

    override func timelineChanged(isJump: Bool) {
        if isJump, let delegate {
            nonisolated(unsafe) let called = delegate
            (delegateQueue ?? .main).async { called.outputSequenceWasFlushed(self) }
        }
        tellOfChange()
    }

    private func tellOfChange() {
        guard isAwaited, let delegate else { return }
        isAwaited = false
        nonisolated(unsafe) let called = delegate
        (delegateQueue ?? .main).async { called.outputMediaDataWillChange(self) }
    }

    private func picture(_ time: CMTime, waits: Bool) -> CGImage? {
        guard let item, let player = item.player, player.currentItem === item, time.isNumeric else { return nil }
        return player.pictures.frame(ofFilm: time.seconds, waits: waits)
    }
}

/// An object that is called for the pictures of an output.
public protocol AVPlayerItemOutputPullDelegate: AnyObject {
    /// Called once after ``AVPlayerItemVideoOutput/requestNotificationOfMediaDataChange(withAdvanceInterval:)``, when there will be new
    /// pictures.
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
    /// Called when the time of the item was changed other than by playback: pictures that the program keeps are of another time.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    /// Does nothing.
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
    /// Does nothing.
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

extension PixelAttributes {
    /// Returns a buffer of a picture, in the size of the attributes; nil if there is no memory or they are invalid.
    func buffer(of picture: CGImage, _ format: PixelFormat) -> CVPixelBuffer? {
        let width = width ?? picture.width, height = height ?? picture.height
        guard isValid, let buffer = CVBuffer(format, width: width, height: height, alignment: alignment) else { return nil }
        guard let sized = width == picture.width && height == picture.height ? picture : picture.resampled(width, height) else {
            return nil
        }
        sized.withPixels { buffer.write(FramePixels($0, width: width, height: height, stride: width)) }
        return buffer
    }
}

extension CGImage {
    /// Returns the image at another size; nil if there is no memory for it.
    fileprivate func resampled(_ width: Int, _ height: Int) -> CGImage? {
        let context = CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        context?.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
        return context?.makeImage()
    }
}
