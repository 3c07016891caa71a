import AgateDiagnostics
import Foundation
import ObjectiveCRuntime

/// The times of a sample.
public struct CMSampleTimingInfo: Hashable, Sendable {
    /// The duration; invalid if it is not known.
    public var duration: CMTime
    /// The time at which the sample is presented.
    public var presentationTimeStamp: CMTime
    /// The time at which the sample is decoded; invalid for samples that are not compressed.
    public var decodeTimeStamp: CMTime

    /// Creates invalid times.
    public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }
    /// Creates times.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }
    /// Times that are all invalid.
    public static let invalid = CMSampleTimingInfo()
}
/// Times that are all invalid.
public let kCMTimingInfoInvalid = CMSampleTimingInfo()

/// An argument of a function of sample buffers is invalid.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// The buffer has no times.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12735
/// The arrays don't fit the number of samples.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// The format does not fit the media.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The buffer was invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744

/// The key of a sample that is shown as soon as possible, whatever its time.
public nonisolated(unsafe) let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// The key of a sample that is decoded but not shown.
public nonisolated(unsafe) let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"

/// The key of a compressed sample that can't be decoded without those before it.
public nonisolated(unsafe) let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"

/// Samples of media with their times: one picture, or samples of sound that follow each other, or compressed samples. Thread-safe.
public final class CMSampleBuffer: @unchecked Sendable {
    // Unchecked: constant, except for the state under the lock; attachments belong to the client.
    /// The picture; nil for sound, and after invalidation.
    public var imageBuffer: CVImageBuffer? { isValid ? picture : nil }
    /// The bytes of the samples; nil for pictures, and after invalidation.
    public var dataBuffer: CMBlockBuffer? { isValid ? data : nil }
    /// The format of the samples.
    public let formatDescription: CMFormatDescription?
    /// The number of samples: 1 for a picture.
    public let numSamples: Int
    let timing: CMSampleTimingInfo
    private let picture: CVImageBuffer?
    private let data: CMBlockBuffer?
    private struct State {
        var isValid = true
        var output = CMTime.invalid
    }
    private let state = Locked(State())
    private let firstAttachments = NSMutableDictionary()

    init(picture: CVImageBuffer?, data: CMBlockBuffer?, format: CMFormatDescription?, count: Int, timing: CMSampleTimingInfo) {
        (self.picture, self.data, formatDescription) = (picture, data, format)
        (numSamples, self.timing) = (count, timing)
    }

    /// Creates a buffer of a picture.
    /// - Throws: An error if the format is not that of the picture.
    public convenience init(imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo)
        throws
    {
        guard formatDescription.fits(imageBuffer) else { throw NSError(osStatus: kCMSampleBufferError_InvalidMediaFormat) }
        self.init(picture: imageBuffer, data: nil, format: formatDescription, count: 1, timing: sampleTiming)
    }

    /// Creates a copy with other times.
    public convenience init(copying original: CMSampleBuffer, withNewTiming timing: [CMSampleTimingInfo]) throws {
        guard let timing = timing.first else { throw NSError(osStatus: kCMSampleBufferError_ArrayTooSmall) }
        guard original.isValid else { throw NSError(osStatus: kCMSampleBufferError_Invalidated) }
        self.init(
            picture: original.imageBuffer, data: original.dataBuffer, format: original.formatDescription, count: original.numSamples,
            timing: timing)
    }

    /// The time at which the first sample is presented.
    public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
    /// The time at which the first sample is decoded; invalid for samples that are not compressed.
    public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
    /// The duration of all samples; invalid if it is not known.
    public var duration: CMTime { timing.duration.multiplied(by: Int128(numSamples), over: 1) }
    /// The time at which the first sample is shown or heard by a client: the presentation time, unless another was set.
    public var outputPresentationTimeStamp: CMTime {
        get {
            let time = state.withLock { $0.output }
            return time.isValid ? time : presentationTimeStamp
        }
        set { state.withLock { $0.output = newValue } }
    }
    /// A Boolean value that indicates whether the buffer can be used: it has not been invalidated.
    public var isValid: Bool { state.withLock { $0.isValid } }
    /// Releases the media of the buffer.
    public func invalidate() throws { state.withLock { $0.isValid = false } }

    /// The times of the first sample.
    public func sampleTimingInfo(at index: Int) throws -> CMSampleTimingInfo {
        guard index >= 0, index < numSamples else { throw NSError(osStatus: kCMSampleBufferError_ArrayTooSmall) }
        var info = timing
        if index > 0 {
            guard timing.duration.isNumeric else { throw NSError(osStatus: kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
            info.presentationTimeStamp = timing.presentationTimeStamp + timing.duration.multiplied(by: Int128(index), over: 1)
        }
        return info
    }

    /// The attachments of the first sample, as a dictionary that clients change.
    var attachments: NSMutableDictionary { firstAttachments }

    /// The key of an attachment of a sample.
    public struct SampleAttachmentKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The sample is shown as soon as possible, whatever its time.
        public static let displayImmediately = SampleAttachmentKey(rawValue: "DisplayImmediately")
        /// The sample is compressed, and can't be decoded without those before it.
        public static let notSync = SampleAttachmentKey(rawValue: "NotSync")
        /// The sample is decoded but not shown.
        public static let doNotDisplay = SampleAttachmentKey(rawValue: "DoNotDisplay")
    }

    /// The attachments of a sample.
    public struct SampleAttachments {
        fileprivate let dictionary: NSMutableDictionary
        /// An attachment, by its key.
        public subscript(_ key: SampleAttachmentKey) -> Any? {
            get { dictionary.object(forKey: key.rawValue as NSString) }
            nonmutating set {
                if let newValue {
                    dictionary.setObject(newValue, forKey: key.rawValue as NSString)
                } else {
                    dictionary.removeObject(forKey: key.rawValue as NSString)
                }
            }
        }
    }

    /// The attachments of the samples, which share those of the first.
    public var sampleAttachments: [SampleAttachments] { (0..<numSamples).map { _ in SampleAttachments(dictionary: firstAttachments) } }

    /// Returns whether an attachment of the first sample is set and true.
    func hasFlag(_ key: CFString) -> Bool {
        (firstAttachments.object(forKey: key) as? NSNumber)?.boolValue ?? firstAttachments.object(forKey: key) as? Bool ?? false
    }

    /// The time of the end; invalid if the duration is not known.
    var end: CMTime { presentationTimeStamp + duration }
}

extension NSError {
    convenience init(osStatus: OSStatus) { self.init(domain: "NSOSStatusErrorDomain", code: Int(osStatus)) }
}

/// Creates a buffer of a picture, whose media are there.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: AnyObject?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = try? CMSampleBuffer(
        imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
    return sampleBufferOut.pointee == nil ? kCMSampleBufferError_InvalidMediaFormat : 0
}
/// Creates a buffer of a picture.
/// - Parameter dataReady: Ignored; the media must be there.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: AnyObject?, imageBuffer: CVImageBuffer, dataReady: Bool, makeDataReadyCallback: UnsafeRawPointer?,
    refcon: UnsafeMutableRawPointer?, formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateReadyWithImageBuffer(
        allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming,
        sampleBufferOut: sampleBufferOut)
}
/// Creates a buffer of samples of sound that are in a block.
/// - Parameters:
///   - sampleTimingArray: The duration of one sample, and the time of the first.
///   - sampleSizeArray: Ignored; the format has the size of a sample.
@discardableResult
public func CMSampleBufferCreateReady(
    allocator: AnyObject?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, sampleCount: Int,
    sampleTimingEntryCount: Int,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount: Int, sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = nil
    guard let dataBuffer, let formatDescription, sampleCount > 0, sampleTimingEntryCount > 0, let sampleTimingArray else {
        return kCMSampleBufferError_RequiredParameterMissing
    }
    guard let sound = formatDescription.audioStreamBasicDescription, sound.mBytesPerFrame > 0 else {
        return kCMSampleBufferError_InvalidMediaFormat
    }
    guard dataBuffer.count >= sampleCount * Int(sound.mBytesPerFrame) else { return kCMSampleBufferError_ArrayTooSmall }
    sampleBufferOut.pointee = CMSampleBuffer(
        picture: nil, data: dataBuffer, format: formatDescription, count: sampleCount, timing: sampleTimingArray.pointee)
    return 0
}
/// Creates a buffer of samples of uncompressed sound that are in a block, from a time on.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: AnyObject?, dataBuffer: CMBlockBuffer, formatDescription: CMAudioFormatDescription, sampleCount: Int,
    presentationTimeStamp: CMTime, packetDescriptions: UnsafeRawPointer?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    let rate = formatDescription.audioStreamBasicDescription?.mSampleRate ?? 0
    var timing = CMSampleTimingInfo(
        duration: rate >= 1 ? CMTime(value: 1, timescale: CMTimeScale(rate)) : .invalid, presentationTimeStamp: presentationTimeStamp,
        decodeTimeStamp: .invalid)
    return CMSampleBufferCreateReady(
        allocator: allocator, dataBuffer: dataBuffer, formatDescription: formatDescription, sampleCount: sampleCount,
        sampleTimingEntryCount: 1, sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil,
        sampleBufferOut: sampleBufferOut)
}
/// Creates a copy with other times.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: AnyObject?, sampleBuffer originalSBuf: CMSampleBuffer, sampleTimingEntryCount: Int,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = nil
    guard sampleTimingEntryCount > 0, let sampleTimingArray else { return kCMSampleBufferError_ArrayTooSmall }
    sampleBufferOut.pointee = try? CMSampleBuffer(copying: originalSBuf, withNewTiming: [sampleTimingArray.pointee])
    return sampleBufferOut.pointee == nil ? kCMSampleBufferError_Invalidated : 0
}
/// Returns the picture of a buffer; nil for sound.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }
/// Returns the bytes of a buffer's samples; nil for pictures.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }
/// Returns the time at which the first sample is presented.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
/// Returns the time at which the first sample is decoded.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }
/// Returns the time at which the first sample is shown or heard.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputPresentationTimeStamp }
/// Sets the time at which the first sample is shown or heard.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime) -> OSStatus {
    sbuf.outputPresentationTimeStamp = outputPresentationTimeStamp
    return 0
}
/// Returns the duration of all samples.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
/// Returns the number of samples.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }
/// Returns the format of the samples.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? { sbuf.formatDescription }
/// Returns the number of bytes of all samples; 0 for pictures.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.dataBuffer?.count ?? 0 }
/// Gets the times of a sample.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: Int, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    guard let info = try? sbuf.sampleTimingInfo(at: sampleIndex) else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
    timingInfoOut.pointee = info
    return 0
}
/// Returns whether a buffer can be used.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Returns whether the media of a buffer are there, which is so until it is invalidated.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Releases the media of a buffer.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    try? sbuf.invalidate()
    return 0
}
/// Returns an array with one mutable dictionary: the attachments of the sample.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
    createIfNecessary || sbuf.attachments.count > 0 ? AttachmentArray(sbuf.attachments) : nil
}

/// An array of one mutable dictionary, which is returned itself. Foundation's arrays return a copy.
private final class AttachmentArray: NSArray {
    private let dictionary: NSMutableDictionary

    init(_ dictionary: NSMutableDictionary) {
        self.dictionary = dictionary
        super.init(objects: nil, count: 0)
    }

    required init?(coder: NSCoder) { nil }
    required init(objects: UnsafePointer<AnyObject>?, count: Int) {
        dictionary = NSMutableDictionary()
        super.init(objects: nil, count: 0)
    }
    required convenience init(arrayLiteral elements: Any...) { self.init(NSMutableDictionary()) }

    override var count: Int { 1 }
    override func object(at index: Int) -> Any {
        precondition(index == 0, "a sample has one dictionary of attachments")
        return dictionary
    }
}
