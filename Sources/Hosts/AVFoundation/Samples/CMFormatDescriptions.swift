import Foundation

/// The format of pictures.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The format of sound.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A kind of media, in four characters.
public typealias CMMediaType = FourCharCode
/// A codec of pictures, in four characters.
public typealias CMVideoCodecType = FourCharCode
/// A number that names a format of sound.
public typealias AudioFormatID = UInt32
/// The options of a format of sound.
public typealias AudioFormatFlags = UInt32

/// Pictures.
public let kCMMediaType_Video: CMMediaType = FourCharCode("vide")
/// Sound.
public let kCMMediaType_Audio: CMMediaType = FourCharCode("soun")
/// Subtitles.
public let kCMMediaType_Subtitle: CMMediaType = FourCharCode("sbtl")
/// H.264.
public let kCMVideoCodecType_H264: CMVideoCodecType = FourCharCode("avc1")
/// HEVC.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = FourCharCode("hvc1")
/// ProRes 4444.
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = FourCharCode("ap4h")
/// ProRes 422.
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = FourCharCode("apcn")

/// Uncompressed sound.
public let kAudioFormatLinearPCM: AudioFormatID = FourCharCode("lpcm")
/// AAC.
public let kAudioFormatMPEG4AAC: AudioFormatID = FourCharCode("aac ")
/// Apple Lossless.
public let kAudioFormatAppleLossless: AudioFormatID = FourCharCode("alac")
/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// Samples have their most significant byte first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Samples are integers with a sign.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// Samples use all bits of their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32
/// Floating-point numbers in the machine's own order.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
/// The machine's own order of bytes: the least significant first.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0

/// The key of the kind of sound, an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the number of samples in a second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bits of a sample of uncompressed sound.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of the order of bytes of uncompressed sound.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key that says whether samples of uncompressed sound are floating-point numbers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key that says whether each channel of uncompressed sound has a buffer of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// The key of the bit rate of compressed sound, in bits per second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"

/// The form of uncompressed samples of sound, which are interleaved.
struct SampleForm: Hashable, Sendable {
    var rate: Int, channels: Int
    /// 16, 24 or 32.
    var bits: Int
    var isFloat: Bool

    var bytesPerFrame: Int { channels * bits / 8 }
    /// ffmpeg's name.
    var name: String { isFloat ? "f32le" : "s\(bits)le" }

    init(rate: Int, channels: Int, bits: Int = 32, isFloat: Bool = true) {
        (self.rate, self.channels, self.bits, self.isFloat) = (rate, channels, bits, isFloat)
    }

    /// The form of a description; nil if it is not supported.
    init?(_ sound: AudioStreamBasicDescription) {
        let flags = sound.mFormatFlags, bits = Int(sound.mBitsPerChannel), isFloat = flags & kAudioFormatFlagIsFloat != 0
        guard sound.mFormatID == kAudioFormatLinearPCM, flags & kAudioFormatFlagIsBigEndian == 0,
            flags & kAudioFormatFlagIsNonInterleaved == 0 || sound.mChannelsPerFrame == 1,
            isFloat ? bits == 32 : flags & kAudioFormatFlagIsSignedInteger != 0 && [16, 24, 32].contains(bits),
            sound.mSampleRate >= 1, sound.mSampleRate <= 768_000, (1...64).contains(sound.mChannelsPerFrame)
        else { return nil }
        self.init(rate: Int(sound.mSampleRate), channels: Int(sound.mChannelsPerFrame), bits: bits, isFloat: isFloat)
        guard Int(sound.mBytesPerFrame) == bytesPerFrame else { return nil }
    }

    /// The form of settings for uncompressed sound; what they leave open is that of the source.
    init(_ settings: [String: Any], rate: Int, channels: Int) throws(AVError) {
        func number(_ key: String) -> Double? { (settings[key] as? NSNumber)?.doubleValue ?? (settings[key] as? UInt32).map(Double.init) }
        func flag(_ key: String) -> Bool { number(key).map { $0 != 0 } ?? (settings[key] as? Bool ?? false) }
        let isFloat = flag(AVLinearPCMIsFloatKey), bits = number(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
        guard !flag(AVLinearPCMIsBigEndianKey), !flag(AVLinearPCMIsNonInterleaved) else {
            throw AVError(
                .operationNotSupportedForAsset, "samples of sound are only interleaved, and have the least significant byte first")
        }
        guard isFloat ? bits == 32 : [16, 24, 32].contains(bits) else {
            throw AVError(
                .operationNotSupportedForAsset, "samples of sound have 16, 24 or 32 bits, or 32 bits as floating-point numbers, not \(bits)"
            )
        }
        let wantedRate = number(AVSampleRateKey) ?? Double(rate), wantedChannels = number(AVNumberOfChannelsKey) ?? Double(channels)
        guard (8000...192_000).contains(wantedRate), wantedRate == wantedRate.rounded(), (1...2).contains(wantedChannels) else {
            throw AVError(
                .operationNotSupportedForAsset, "\(wantedChannels) channels of \(wantedRate) samples a second are not supported")
        }
        self.init(rate: Int(wantedRate), channels: Int(wantedChannels), bits: Int(bits), isFloat: isFloat)
    }

    var description: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsPacked | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger),
            mBytesPerPacket: UInt32(bytesPerFrame), mFramesPerPacket: 1, mBytesPerFrame: UInt32(bytesPerFrame),
            mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits), mReserved: 0)
    }

    /// Writes samples in this form.
    func write(_ samples: UnsafeBufferPointer<Float>, to target: UnsafeMutableRawPointer) {
        if isFloat {
            if let start = samples.baseAddress { target.copyMemory(from: start, byteCount: samples.count * 4) }
            return
        }
        let scale = Float(1 << (bits - 1))
        for (index, sample) in samples.enumerated() {
            let value = (Double(sample) * Double(scale)).rounded(), most = Double(scale) - 1
            let number = Int32(min(max(value, -Double(scale)), most))
            switch bits {
            case 16: target.storeBytes(of: Int16(number), toByteOffset: index * 2, as: Int16.self)
            case 24:
                for byte in 0..<3 {
                    target.storeBytes(
                        of: UInt8(truncatingIfNeeded: number >> Int32(8 * byte)), toByteOffset: index * 3 + byte, as: UInt8.self)
                }
            default: target.storeBytes(of: number, toByteOffset: index * 4, as: Int32.self)
            }
        }
    }
}

extension CMFormatDescription {
    /// True if a picture has this format.
    func fits(_ buffer: CVImageBuffer) -> Bool {
        mediaType == .video && mediaSubType.rawValue == buffer.format.type && dimensions.width == buffer.width
            && dimensions.height == buffer.height
    }
    /// The format of a picture.
    convenience init(_ buffer: CVImageBuffer) {
        self.init(
            .video, MediaSubType(rawValue: buffer.format.type),
            CMVideoDimensions(width: Int32(buffer.width), height: Int32(buffer.height)), nil)
    }
    /// The format of samples of sound.
    convenience init(_ form: SampleForm) { self.init(.audio, .linearPCM, CMVideoDimensions(), form.description) }

    /// Creates the format of a picture.
    public convenience init(imageBuffer: CVImageBuffer) throws { self.init(imageBuffer) }
    /// Creates a format of sound.
    public convenience init(audioStreamBasicDescription: AudioStreamBasicDescription) throws {
        self.init(.audio, MediaSubType(rawValue: audioStreamBasicDescription.mFormatID), CMVideoDimensions(), audioStreamBasicDescription)
    }
    /// Returns whether a picture has this format.
    public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool { fits(imageBuffer) }
}

/// Creates the format of a picture.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: AnyObject?, imageBuffer: CVImageBuffer, formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(imageBuffer)
    return 0
}
/// Returns whether a picture has a format.
public func CMVideoFormatDescriptionMatchesImageBuffer(_ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer) -> Bool {
    desc.fits(imageBuffer)
}
/// Creates the format of pictures of a codec.
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: AnyObject?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(
        .video, CMFormatDescription.MediaSubType(rawValue: codecType), CMVideoDimensions(width: width, height: height), nil)
    return 0
}
/// Creates a format of sound. Layouts of channels, cookies and extensions are ignored.
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: AnyObject?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int, layout: UnsafeRawPointer?,
    magicCookieSize: Int, magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = try? CMFormatDescription(audioStreamBasicDescription: asbd.pointee)
    return 0
}
/// Returns a pointer to the format of sound, which is valid as long as the description; nil for pictures.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { desc.soundPointer }
