import Foundation
import ObjectiveCRuntime

// Identifiers of types of data, as MobileCoreServices declares them. Its functions are not here.

/// The type `public.item`.
public nonisolated(unsafe) let kUTTypeItem: CFString = "public.item"
/// The type `public.content`.
public nonisolated(unsafe) let kUTTypeContent: CFString = "public.content"
/// The type `public.data`.
public nonisolated(unsafe) let kUTTypeData: CFString = "public.data"
/// The type `public.folder`.
public nonisolated(unsafe) let kUTTypeFolder: CFString = "public.folder"
/// The type `public.directory`.
public nonisolated(unsafe) let kUTTypeDirectory: CFString = "public.directory"
/// The type `public.image`.
public nonisolated(unsafe) let kUTTypeImage: CFString = "public.image"
/// The type `public.jpeg`.
public nonisolated(unsafe) let kUTTypeJPEG: CFString = "public.jpeg"
/// The type `public.jpeg-2000`.
public nonisolated(unsafe) let kUTTypeJPEG2000: CFString = "public.jpeg-2000"
/// The type `public.tiff`.
public nonisolated(unsafe) let kUTTypeTIFF: CFString = "public.tiff"
/// The type `public.png`.
public nonisolated(unsafe) let kUTTypePNG: CFString = "public.png"
/// The type `com.compuserve.gif`.
public nonisolated(unsafe) let kUTTypeGIF: CFString = "com.compuserve.gif"
/// The type `com.microsoft.bmp`.
public nonisolated(unsafe) let kUTTypeBMP: CFString = "com.microsoft.bmp"
/// The type `com.microsoft.ico`.
public nonisolated(unsafe) let kUTTypeICO: CFString = "com.microsoft.ico"
/// The type `public.camera-raw-image`.
public nonisolated(unsafe) let kUTTypeRawImage: CFString = "public.camera-raw-image"
/// The type `public.svg-image`.
public nonisolated(unsafe) let kUTTypeScalableVectorGraphics: CFString = "public.svg-image"
/// The type `com.apple.live-photo`.
public nonisolated(unsafe) let kUTTypeLivePhoto: CFString = "com.apple.live-photo"
/// The type `com.adobe.pdf`.
public nonisolated(unsafe) let kUTTypePDF: CFString = "com.adobe.pdf"
/// The type `public.text`.
public nonisolated(unsafe) let kUTTypeText: CFString = "public.text"
/// The type `public.plain-text`.
public nonisolated(unsafe) let kUTTypePlainText: CFString = "public.plain-text"
/// The type `public.utf8-plain-text`.
public nonisolated(unsafe) let kUTTypeUTF8PlainText: CFString = "public.utf8-plain-text"
/// The type `public.rtf`.
public nonisolated(unsafe) let kUTTypeRTF: CFString = "public.rtf"
/// The type `public.html`.
public nonisolated(unsafe) let kUTTypeHTML: CFString = "public.html"
/// The type `public.xml`.
public nonisolated(unsafe) let kUTTypeXML: CFString = "public.xml"
/// The type `public.json`.
public nonisolated(unsafe) let kUTTypeJSON: CFString = "public.json"
/// The type `public.url`.
public nonisolated(unsafe) let kUTTypeURL: CFString = "public.url"
/// The type `public.file-url`.
public nonisolated(unsafe) let kUTTypeFileURL: CFString = "public.file-url"
/// The type `public.audiovisual-content`.
public nonisolated(unsafe) let kUTTypeAudiovisualContent: CFString = "public.audiovisual-content"
/// The type `public.movie`.
public nonisolated(unsafe) let kUTTypeMovie: CFString = "public.movie"
/// The type `public.video`.
public nonisolated(unsafe) let kUTTypeVideo: CFString = "public.video"
/// The type `public.audio`.
public nonisolated(unsafe) let kUTTypeAudio: CFString = "public.audio"
/// The type `com.apple.quicktime-movie`.
public nonisolated(unsafe) let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"
/// The type `public.mpeg`.
public nonisolated(unsafe) let kUTTypeMPEG: CFString = "public.mpeg"
/// The type `public.mpeg-4`.
public nonisolated(unsafe) let kUTTypeMPEG4: CFString = "public.mpeg-4"
/// The type `public.mp3`.
public nonisolated(unsafe) let kUTTypeMP3: CFString = "public.mp3"
/// The type `public.mpeg-4-audio`.
public nonisolated(unsafe) let kUTTypeMPEG4Audio: CFString = "public.mpeg-4-audio"
/// The type `com.microsoft.waveform-audio`.
public nonisolated(unsafe) let kUTTypeWaveformAudio: CFString = "com.microsoft.waveform-audio"
/// The type `public.avi`.
public nonisolated(unsafe) let kUTTypeAVIMovie: CFString = "public.avi"
/// The type `public.archive`.
public nonisolated(unsafe) let kUTTypeArchive: CFString = "public.archive"
/// The type `public.zip-archive`.
public nonisolated(unsafe) let kUTTypeZipArchive: CFString = "public.zip-archive"
/// The type `public.vcard`.
public nonisolated(unsafe) let kUTTypeVCard: CFString = "public.vcard"
/// The type `public.font`.
public nonisolated(unsafe) let kUTTypeFont: CFString = "public.font"
