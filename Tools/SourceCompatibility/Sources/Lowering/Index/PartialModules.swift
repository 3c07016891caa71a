/// Modules of which Agate has a little: enough for code that stays within it. To all other code they are missing, so that it is left out
/// as code
/// over any missing module is.
enum PartialModules {
    private static let names: [String: Set<String>] = [
        "CoreImage": [
            "CIImage", "CIColor", "CIContext", "CIContextOption", "CIFormat", "CIImageProcessorKernel", "CIImageProcessorInput",
            "CIImageProcessorOutput", "CIKernel",
            "kCIInputExtentKey", "kCIInputImageKey", "CILabDeltaE", "CIAreaAverage", "CIAreaMaximum",
        ],
        "Accelerate": [
            "vImage", "vImage_Buffer", "vImage_Error", "vImage_Flags", "vImagePixelCount", "vImageConvert_Planar16FtoPlanarF",
            "kvImageNoError", "kvImageNoFlags",
            "kvImageRoiLargerThanInputBuffer", "kvImageInvalidParameter", "kvImageMemoryAllocationError",
        ],
        "Compression": [
            "compression_algorithm", "compression_encode_buffer", "compression_decode_buffer", "compression_encode_scratch_buffer_size",
            "compression_decode_scratch_buffer_size", "COMPRESSION_ZLIB", "COMPRESSION_BROTLI", "COMPRESSION_LZFSE", "COMPRESSION_LZ4",
            "COMPRESSION_LZ4_RAW", "COMPRESSION_LZMA",
        ],
        "Metal": ["MTLDevice", "MTLCommandBuffer", "MTLTexture", "MTLCreateSystemDefaultDevice"],
        "MetalPerformanceShaders": ["MPSSupportsMTLDevice", "MPSImageThresholdBinary"],
    ]

    static let all = Set(names.keys)

    /// Whether all that a file names of a module is there; true for modules that are whole.
    static func suffices(_ module: String, for bytes: [UInt8]) -> Bool {
        guard let known = names[module], let prefixes = AppleModules.prefixes[module] else { return true }
        return identifiers(bytes).allSatisfy { !AppleModules.owns(prefixes, $0) || known.contains($0) }
    }

    /// All words of a text, those in comments and literals too.
    private static func identifiers(_ bytes: [UInt8]) -> Set<String> {
        Set(
            bytes.split { byte in
                !(byte == 0x5f || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte))
            }.map { String(decoding: $0, as: UTF8.self) })
    }
}
