import Foundation

/// The rule by which an attachment is passed on to buffers that are made from a buffer.
public struct CVAttachmentMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The attachment is not passed on.
    public static let shouldNotPropagate = CVAttachmentMode(rawValue: 0)
    /// The attachment is passed on.
    public static let shouldPropagate = CVAttachmentMode(rawValue: 1)
}

/// The key of the matrix by which luma was computed.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The matrix of high-definition films.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The matrix of standard-definition films.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The matrix of films with a wide gamut.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// The key of the primaries of the colours.
public nonisolated(unsafe) let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// The primaries of high-definition films, and of sRGB.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The primaries of films with a wide gamut.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// The primaries of Display P3.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// The key of the transfer function.
public nonisolated(unsafe) let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The transfer function of high-definition films.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The transfer function of sRGB.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// The transfer function PQ, of films with a high dynamic range.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// The transfer function HLG, of films with a high dynamic range.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"

/// Attaches a value to a buffer, in place of an earlier one of the same key.
public func CVBufferSetAttachment(_ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode) {
    buffer.attach("\(key)", value, attachmentMode)
}
/// Attaches several values.
public func CVBufferSetAttachments(_ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode) {
    for (key, value) in theAttachments { buffer.attach("\(key)", value as AnyObject, attachmentMode) }
}
/// Returns an attachment and stores its mode. Returns nil if the buffer has no attachment of this key.
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    let found = buffer.attachment("\(key)")
    if let found { attachmentMode?.pointee = found.mode }
    return found?.value
}
/// Returns an attachment, unretained, or nil if the buffer has no attachment of this key.
public func CVBufferGetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
    CVBufferCopyAttachment(buffer, key, attachmentMode).map { Unmanaged.passUnretained($0) }
}
/// Returns the attachments of a mode.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    let all = buffer.attachments(attachmentMode)
    return all.isEmpty ? nil : NSDictionary(dictionary: all)
}
/// Returns whether a buffer has an attachment.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool { buffer.attachment("\(key)") != nil }
/// Removes an attachment.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) { buffer.removeAttachment("\(key)") }
/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) { buffer.removeAttachment(nil) }
/// Attaches to one buffer the attachments of another that are passed on.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
    for (key, value) in sourceBuffer.attachments(.shouldPropagate) { destinationBuffer.attach(key, value, .shouldPropagate) }
}

/// The tags of a film's colours.
struct ColorTags: Hashable, Sendable {
    /// In ffmpeg's terms, such as `bt709`; nil if unknown.
    var primaries: String?
    var transfer: String?
    var matrix: String?

    private static let primaryNames = [("ITU_R_709_2", "bt709"), ("ITU_R_2020", "bt2020"), ("P3_D65", "smpte432")]
    private static let transferNames = [
        ("ITU_R_709_2", "bt709"), ("IEC_sRGB", "iec61966-2-1"), ("SMPTE_ST_2084_PQ", "smpte2084"), ("ITU_R_2100_HLG", "arib-std-b67"),
    ]
    private static let matrixNames = [
        ("ITU_R_709_2", "bt709"), ("ITU_R_601_4", "smpte170m"), ("ITU_R_601_4", "bt470bg"), ("ITU_R_2020", "bt2020nc"),
    ]

    init(primaries: String? = nil, transfer: String? = nil, matrix: String? = nil) {
        (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    }

    /// Creates tags from Apple's names of them.
    init(apple primaries: String?, _ transfer: String?, _ matrix: String?) {
        func find(_ name: String?, _ list: [(String, String)]) -> String? { name.flatMap { name in list.first { $0.0 == name }?.1 } }
        self.init(
            primaries: find(primaries, Self.primaryNames), transfer: find(transfer, Self.transferNames),
            matrix: find(matrix, Self.matrixNames))
    }

    /// The tags that are attached to a buffer.
    init(_ buffer: CVBuffer) {
        self.init(
            apple: buffer.word(kCVImageBufferColorPrimariesKey), buffer.word(kCVImageBufferTransferFunctionKey),
            buffer.word(kCVImageBufferYCbCrMatrixKey))
    }

    /// Attaches the tags.
    func attach(to buffer: CVBuffer) {
        func find(_ name: String?, _ list: [(String, String)]) -> String? { name.flatMap { name in list.first { $0.1 == name }?.0 } }
        for (key, name) in [
            (kCVImageBufferColorPrimariesKey, find(primaries, Self.primaryNames)),
            (kCVImageBufferTransferFunctionKey, find(transfer, Self.transferNames)),
            (kCVImageBufferYCbCrMatrixKey, find(matrix, Self.matrixNames)),
        ] {
            if let name { buffer.attach("\(key)", name as NSString, .shouldPropagate) }
        }
    }
}
