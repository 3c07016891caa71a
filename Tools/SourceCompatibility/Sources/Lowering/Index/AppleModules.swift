/// What the names of modules that Linux has not begin with.
enum AppleModules {
    /// A letter in upper case follows the prefix.
    static let prefixes: [String: [String]] = [
        "SceneKit": ["SCN"], "SpriteKit": ["SK"], "WebKit": ["WK"], "CoreImage": ["CI", "kCI"], "MetalPerformanceShaders": ["MPS"],
        "Metal": ["MTL"],
        "MetalKit": ["MTK", "MTL"], "MapKit": ["MK", "CL"], "CoreLocation": ["CL", "kCL"], "Photos": ["PH"], "PhotosUI": ["PH"],
        "StoreKit": ["SK"],
        "SafariServices": ["SF"], "MessageUI": ["MF"], "Contacts": ["CN"], "ContactsUI": ["CN"], "EventKit": ["EK"], "EventKitUI": ["EK"],
        "GameKit": ["GK"], "GameplayKit": ["GK"], "ARKit": ["AR"], "HealthKit": ["HK"],
        "Accelerate": ["vImage", "vDSP", "kvImage", "cblas", "BNNS"],
        "AudioToolbox": ["AudioServices", "kSystemSound", "SystemSound", "AudioQueue", "AudioUnit", "kAudio"], "CoreHaptics": ["CH"],
        "UserNotifications": ["UN"], "LocalAuthentication": ["LA"], "PDFKit": ["PDF"], "PencilKit": ["PK"], "PassKit": ["PK"],
        "LinkPresentation": ["LP"],
        "Vision": ["VN"], "VisionKit": ["VN", "DataScanner"], "CoreML": ["ML"], "Speech": ["SFSpeech"], "MediaPlayer": ["MP"],
        "MultipeerConnectivity": ["MC"], "QuickLook": ["QL"], "UniformTypeIdentifiers": ["UT"], "MobileCoreServices": ["kUT", "UTType"],
        "Network": ["NW"],
        "CoreBluetooth": ["CB"], "AuthenticationServices": ["AS"], "Intents": ["IN"], "WatchConnectivity": ["WC"],
        "OpenGLES": ["EAGL", "GL"],
        "GLKit": ["GLK", "EAGL"], "CoreSpotlight": ["CS"], "CloudKit": ["CK"], "CallKit": ["CX"], "NotificationCenter": ["NC"],
        "Social": ["SL"],
        "iAd": ["AD"], "CoreData": ["NSManaged", "NSFetch", "NSPersistent", "NSEntity", "NSMerge"], "ReplayKit": ["RP"],
        "GameController": ["GC"],
        "SystemConfiguration": ["SC"], "Security": ["Sec", "kSec"], "CommonCrypto": ["CC", "kCC"], "JavaScriptCore": ["JS"],
        "AppTrackingTransparency": ["AT"],
        "AdSupport": ["AS"], "CoreServices": ["kUT", "MD"], "CoreNFC": ["NFC"], "BackgroundTasks": ["BG"],
        "FileProvider": ["NSFileProvider"], "Compression": ["compression", "COMPRESSION"],
    ]

    /// Whether a name looks like one of a module's.
    static func owns(_ prefixes: [String], _ name: String) -> Bool {
        prefixes.contains { prefix in
            guard name.hasPrefix(prefix) else { return false }
            let next = name.dropFirst(prefix.count).first
            return next?.isUppercase == true || next == "_" || prefix.count > 4 && next != nil
        }
    }
}
