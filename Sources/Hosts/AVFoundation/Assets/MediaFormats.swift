import Foundation
import ObjectiveCRuntime

/// A kind of media.
public struct AVMediaType: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Subtitles.
    public static let subtitle = AVMediaType(rawValue: "sbtl")
}

/// A property of media.
public struct AVMediaCharacteristic: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The media can be seen.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// The media can be heard.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// The media can be read.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
    /// The media consists of frames.
    public static let frameBased = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicFrameBased")
}

/// A type of file.
public struct AVFileType: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// QuickTime movies, `.mov`.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4 files, `.mp4`.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 films as iTunes names them, `.m4v`.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 sound, `.m4a`.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
    /// Uncompressed sound, `.wav`.
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")

    /// The extensions of file names.
    var extensions: [String] {
        switch self {
        case .mov: ["mov", "qt"]
        case .mp4: ["mp4"]
        case .m4v: ["m4v"]
        case .m4a: ["m4a"]
        case .wav: ["wav", "wave"]
        default: []
        }
    }
}

/// The number of a track in its asset, which stays the same.
public typealias CMPersistentTrackID = Int32
/// The number of no track, which asks for a free one.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// Four characters as a number.
public typealias FourCharCode = UInt32
/// The size of coded pictures.
public struct CMVideoDimensions: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int32
    /// The height in pixels.
    public var height: Int32
    /// Creates a size.
    public init(width: Int32 = 0, height: Int32 = 0) { (self.width, self.height) = (width, height) }
}
/// The format of a stream of sound.
public struct AudioStreamBasicDescription: Hashable, Sendable {
    /// The samples in a second.
    public var mSampleRate: Double
    /// The codec, in four characters.
    public var mFormatID: UInt32
    /// The form of uncompressed samples.
    public var mFormatFlags: UInt32
    /// The bytes of a packet; 0 if they vary.
    public var mBytesPerPacket: UInt32
    /// The samples of a channel in a packet; 0 if it varies.
    public var mFramesPerPacket: UInt32
    /// The bytes of a sample of all channels; 0 if it is compressed.
    public var mBytesPerFrame: UInt32
    /// The number of channels.
    public var mChannelsPerFrame: UInt32
    /// The bits of a sample; 0 if it is compressed.
    public var mBitsPerChannel: UInt32
    /// Not used.
    public var mReserved: UInt32

    /// Creates a format; all numbers are 0 by default.
    public init(
        mSampleRate: Double = 0, mFormatID: UInt32 = 0, mFormatFlags: UInt32 = 0, mBytesPerPacket: UInt32 = 0, mFramesPerPacket: UInt32 = 0,
        mBytesPerFrame: UInt32 = 0, mChannelsPerFrame: UInt32 = 0, mBitsPerChannel: UInt32 = 0, mReserved: UInt32 = 0
    ) {
        (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
        (self.mBytesPerPacket, self.mFramesPerPacket, self.mBytesPerFrame) = (mBytesPerPacket, mFramesPerPacket, mBytesPerFrame)
        (self.mChannelsPerFrame, self.mBitsPerChannel, self.mReserved) = (mChannelsPerFrame, mBitsPerChannel, mReserved)
    }
}

/// The format of a track's media.
public final class CMFormatDescription: Sendable {
    /// A kind of media, in four characters.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        public let rawValue: FourCharCode
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }
        public static let video = MediaType(rawValue: FourCharCode("vide"))
        public static let audio = MediaType(rawValue: FourCharCode("soun"))
        public static let subtitle = MediaType(rawValue: FourCharCode("sbtl"))
    }
    /// A codec, in four characters.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: FourCharCode
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }
        public static let h264 = MediaSubType(rawValue: FourCharCode("avc1"))
        public static let hevc = MediaSubType(rawValue: FourCharCode("hvc1"))
        public static let proRes4444 = MediaSubType(rawValue: FourCharCode("ap4h"))
        public static let mpeg4AAC = MediaSubType(rawValue: FourCharCode("aac "))
        public static let linearPCM = MediaSubType(rawValue: FourCharCode("lpcm"))
        /// The four characters in quotes.
        public var description: String {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }
            return "'\(String(decoding: bytes, as: UTF8.self))'"
        }
    }
    /// The kind of media.
    public let mediaType: MediaType
    /// The codec.
    public let mediaSubType: MediaSubType
    /// The size of pictures; zero for sound.
    public let dimensions: CMVideoDimensions
    /// The format of sound; nil for pictures.
    public let audioStreamBasicDescription: AudioStreamBasicDescription?

    /// The entry of the codec in a QuickTime film, of samples that are compressed.
    let sampleEntry: Data?

    /// The format of sound in memory that does not move; nil for pictures.
    var soundPointer: UnsafePointer<AudioStreamBasicDescription>? { UnsafePointer(pointer) }
    // Written once; freed with the description.
    nonisolated(unsafe) private let pointer: UnsafeMutablePointer<AudioStreamBasicDescription>?

    init(
        _ type: MediaType, _ subType: MediaSubType, _ dimensions: CMVideoDimensions, _ sound: AudioStreamBasicDescription?,
        sampleEntry: Data? = nil
    ) {
        self.sampleEntry = sampleEntry
        (mediaType, mediaSubType, self.dimensions, audioStreamBasicDescription) = (type, subType, dimensions, sound)
        pointer = sound.map {
            let pointer = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
            pointer.initialize(to: $0)
            return pointer
        }
    }

    deinit { pointer?.deallocate() }

    /// Returns the format with the entry of its codec.
    func described(by entry: Data) -> CMFormatDescription {
        CMFormatDescription(mediaType, mediaSubType, dimensions, audioStreamBasicDescription, sampleEntry: entry)
    }

    convenience init(
        _ type: AVMediaType, codec: String, tag: String?, width: Int, height: Int, rate: Int, channels: Int, bits: Int
    ) {
        let names = [
            "h264": "avc1", "hevc": "hvc1", "vp9": "vp09", "av1": "av01", "aac": "aac ", "mp3": ".mp3", "alac": "alac", "flac": "flac",
        ]
        let name = codec.hasPrefix("pcm") ? "lpcm" : (type == .video ? tag : nil) ?? names[codec] ?? codec
        let subType = MediaSubType(rawValue: FourCharCode(name))
        var sound: AudioStreamBasicDescription?
        if type == .audio {
            var format = AudioStreamBasicDescription(
                mSampleRate: Double(rate), mFormatID: subType.rawValue, mChannelsPerFrame: UInt32(clamping: channels),
                mBitsPerChannel: UInt32(clamping: bits))
            if bits > 0, codec.hasPrefix("pcm") {
                let isFloat = codec.hasPrefix("pcm_f"), frame = UInt32(clamping: channels * bits / 8)
                format.mFormatFlags =
                    kAudioFormatFlagIsPacked | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
                    | (codec.hasSuffix("be") ? kAudioFormatFlagIsBigEndian : 0)
                (format.mBytesPerPacket, format.mFramesPerPacket, format.mBytesPerFrame) = (frame, 1, frame)
            }
            sound = format
        }
        self.init(
            MediaType(rawValue: FourCharCode(type.rawValue)), subType,
            CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height)), sound)
    }
}

extension FourCharCode {
    /// Creates a code from four characters; shorter texts end with spaces.
    init(_ text: String) {
        let bytes = Array(text.utf8.prefix(4)) + [32, 32, 32, 32]
        self = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// Returns the kind of media of a format.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaType.rawValue }
/// Returns the codec of a format.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaSubType.rawValue }
/// Returns the size of pictures of a format.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMFormatDescription) -> CMVideoDimensions { videoDesc.dimensions }
