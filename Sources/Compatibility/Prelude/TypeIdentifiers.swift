import Foundation
import ObjectiveCRuntime

// Identifiers of types of data, as MobileCoreServices declares them. Its functions are not here.

/// The type `public.item`.
public var kUTTypeItem: CFString { "public.item" }
/// The type `public.content`.
public var kUTTypeContent: CFString { "public.content" }
/// The type `public.data`.
public var kUTTypeData: CFString { "public.data" }
/// The type `public.folder`.
public var kUTTypeFolder: CFString { "public.folder" }
/// The type `public.directory`.
public var kUTTypeDirectory: CFString { "public.directory" }
/// The type `public.image`.
public var kUTTypeImage: CFString { "public.image" }
/// The type `public.jpeg`.
public var kUTTypeJPEG: CFString { "public.jpeg" }
/// The type `public.jpeg-2000`.
public var kUTTypeJPEG2000: CFString { "public.jpeg-2000" }
/// The type `public.tiff`.
public var kUTTypeTIFF: CFString { "public.tiff" }
/// The type `public.png`.
public var kUTTypePNG: CFString { "public.png" }
/// The type `com.compuserve.gif`.
public var kUTTypeGIF: CFString { "com.compuserve.gif" }
/// The type `com.microsoft.bmp`.
public var kUTTypeBMP: CFString { "com.microsoft.bmp" }
/// The type `com.microsoft.ico`.
public var kUTTypeICO: CFString { "com.microsoft.ico" }
/// The type `public.camera-raw-image`.
public var kUTTypeRawImage: CFString { "public.camera-raw-image" }
/// The type `public.svg-image`.
public var kUTTypeScalableVectorGraphics: CFString { "public.svg-image" }
/// The type `com.apple.live-photo`.
public var kUTTypeLivePhoto: CFString { "com.apple.live-photo" }
/// The type `com.adobe.pdf`.
public var kUTTypePDF: CFString { "com.adobe.pdf" }
/// The type `public.text`.
public var kUTTypeText: CFString { "public.text" }
/// The type `public.plain-text`.
public var kUTTypePlainText: CFString { "public.plain-text" }
/// The type `public.utf8-plain-text`.
public var kUTTypeUTF8PlainText: CFString { "public.utf8-plain-text" }
/// The type `public.rtf`.
public var kUTTypeRTF: CFString { "public.rtf" }
/// The type `public.html`.
public var kUTTypeHTML: CFString { "public.html" }
/// The type `public.xml`.
public var kUTTypeXML: CFString { "public.xml" }
/// The type `public.json`.
public var kUTTypeJSON: CFString { "public.json" }
/// The type `public.url`.
public var kUTTypeURL: CFString { "public.url" }
/// The type `public.file-url`.
public var kUTTypeFileURL: CFString { "public.file-url" }
/// The type `public.audiovisual-content`.
public var kUTTypeAudiovisualContent: CFString { "public.audiovisual-content" }
/// The type `public.movie`.
public var kUTTypeMovie: CFString { "public.movie" }
/// The type `public.video`.
public var kUTTypeVideo: CFString { "public.video" }
/// The type `public.audio`.
public var kUTTypeAudio: CFString { "public.audio" }
/// The type `com.apple.quicktime-movie`.
public var kUTTypeQuickTimeMovie: CFString { "com.apple.quicktime-movie" }
/// The type `public.mpeg`.
public var kUTTypeMPEG: CFString { "public.mpeg" }
/// The type `public.mpeg-4`.
public var kUTTypeMPEG4: CFString { "public.mpeg-4" }
/// The type `public.mp3`.
public var kUTTypeMP3: CFString { "public.mp3" }
/// The type `public.mpeg-4-audio`.
public var kUTTypeMPEG4Audio: CFString { "public.mpeg-4-audio" }
/// The type `com.microsoft.waveform-audio`.
public var kUTTypeWaveformAudio: CFString { "com.microsoft.waveform-audio" }
/// The type `public.avi`.
public var kUTTypeAVIMovie: CFString { "public.avi" }
/// The type `public.archive`.
public var kUTTypeArchive: CFString { "public.archive" }
/// The type `public.zip-archive`.
public var kUTTypeZipArchive: CFString { "public.zip-archive" }
/// The type `public.vcard`.
public var kUTTypeVCard: CFString { "public.vcard" }
/// The type `public.font`.
public var kUTTypeFont: CFString { "public.font" }
