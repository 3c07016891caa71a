import Foundation
import ObjectiveCRuntime

/// A codec of films.
public struct AVVideoCodecType: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// H.264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// HEVC.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// HEVC with alpha, for ffmpeg programs whose encoder has it (7.1 with an x265 that was built for it); others refuse it.
    public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
    /// ProRes 4444, with alpha if the pixels have it.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// ProRes 422 HQ.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// ProRes 422.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// ProRes 422 LT.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// ProRes 422 Proxy.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
    /// Motion JPEG.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
}

/// The key of the codec, an `AVVideoCodecType`.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The key of the width in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The key of the height in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The key of the way in which pictures of another size fill the film.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Pictures are reduced to fit, with their aspect ratio, and not enlarged; the rest is black.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// Pictures are stretched.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Pictures fit, with their aspect ratio; the rest is black.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Pictures fill the film, with their aspect ratio; the excess is cut.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// The key of a dictionary of properties of the compression.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The key of the average bit rate, in bits per second.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The key of the quality, from 0 to 1.
public let AVVideoQualityKey = "Quality"
/// The key of the largest number of frames from one key frame to the next.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The key of the largest time in seconds from one key frame to the next.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// The key that says whether frames may be encoded in another order.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The key of the expected frame rate, for the encoder's levels and bit rates: 30 by default. The times of the frames are kept.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The key of the profile and level.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// The baseline profile of H.264.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// The main profile of H.264.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// The high profile of H.264.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// The main profile of HEVC.
public nonisolated(unsafe) let kVTProfileLevel_HEVC_Main_AutoLevel: CFString = "HEVC_Main_AutoLevel"
/// The profile of HEVC with ten bits.
public nonisolated(unsafe) let kVTProfileLevel_HEVC_Main10_AutoLevel: CFString = "HEVC_Main10_AutoLevel"
/// The key of a dictionary of colour tags.
public let AVVideoColorPropertiesKey = "ColorProperties"
/// The key of the primaries.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// The primaries of high-definition films, and of sRGB.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// The primaries of Display P3.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// The primaries of films with a wide gamut.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// The key of the transfer function.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// The transfer function of high-definition films.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// The transfer function PQ, of films with a high dynamic range.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// The transfer function HLG, of films with a high dynamic range.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// The key of the matrix.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
/// The matrix of high-definition films.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// The matrix of standard-definition films.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// The matrix of films with a wide gamut.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"
