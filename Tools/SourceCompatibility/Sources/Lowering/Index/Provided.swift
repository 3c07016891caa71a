/// What Agate has of modules that Linux has not.
enum Provided {
    /// Names of constants and functions that come with the prelude, in whatever module Apple declares them.
    static let names: Set<String> = [
        "kUTTypeAVIMovie", "kUTTypeArchive", "kUTTypeAudio", "kUTTypeAudiovisualContent", "kUTTypeBMP", "kUTTypeContent", "kUTTypeData",
        "kUTTypeDirectory", "kUTTypeFileURL", "kUTTypeFolder", "kUTTypeFont", "kUTTypeGIF", "kUTTypeHTML", "kUTTypeICO", "kUTTypeImage",
        "kUTTypeItem", "kUTTypeJPEG", "kUTTypeJPEG2000", "kUTTypeJSON", "kUTTypeLivePhoto", "kUTTypeMP3", "kUTTypeMPEG", "kUTTypeMPEG4",
        "kUTTypeMPEG4Audio", "kUTTypeMovie", "kUTTypePDF", "kUTTypePNG", "kUTTypePlainText", "kUTTypeQuickTimeMovie", "kUTTypeRTF",
        "kUTTypeRawImage", "kUTTypeScalableVectorGraphics", "kUTTypeTIFF", "kUTTypeText", "kUTTypeURL", "kUTTypeUTF8PlainText",
        "kUTTypeVCard", "kUTTypeVideo", "kUTTypeWaveformAudio", "kUTTypeXML", "kUTTypeZipArchive",
    ]
}
