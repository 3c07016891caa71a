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
        "FileProvider": ["NSFileProvider"], "NaturalLanguage": ["NL"], "HomeKit": ["HM"], "CarPlay": ["CP"],
        "CoreTelephony": ["CTTelephony", "CTCall", "CTCarrier", "CTCellular", "CTRadio", "CTSubscriber"],
        "DeviceCheck": ["DC"], "ClassKit": ["CLS"], "ExposureNotification": ["EN"], "Messages": ["MS"], "UserNotificationsUI": ["UN"],
        "WatchKit": ["WK"],
        "Accounts": ["AC"], "AddressBook": ["AB"], "QuickLookThumbnailing": ["QL"], "CoreAudio": ["Audio", "kAudio"], "CoreMIDI": ["MIDI"],
        "IOKit": ["IO", "kIO"], "MediaAccessibility": ["MA"], "ThreadNetwork": ["TH"], "NetworkExtension": ["NE"], "CoreWLAN": ["CW"],
        "IdentityLookup": ["IL"], "SoundAnalysis": ["SN"], "ScreenCaptureKit": ["SC"], "PushKit": ["PK"],
        "Compression": ["compression", "COMPRESSION"],
    ]

    /// What modules whose names share no prefix declare: that which code over them can't do without.
    static let names: [String: Set<String>] = [
        "SwiftUI": Set([
            "View", "ViewBuilder", "ViewModifier", "AnyView", "EmptyView", "Text", "Label", "Image", "AsyncImage", "Color", "Font",
            "Spacer", "Divider",
            "HStack", "VStack", "ZStack", "LazyHStack", "LazyVStack", "LazyHGrid", "LazyVGrid", "Grid", "GridRow", "GridItem", "List",
            "ForEach", "Form",
            "Section", "Group", "ScrollView", "ScrollViewReader", "NavigationView", "NavigationStack", "NavigationLink",
            "NavigationSplitView", "TabView",
            "GeometryReader", "GeometryProxy", "Button", "Toggle", "Picker", "TextField", "SecureField", "TextEditor", "Menu", "Link",
            "ProgressView",
            "Shape", "InsettableShape", "AnyShape", "Path", "Rectangle", "RoundedRectangle", "UnevenRoundedRectangle", "Circle", "Ellipse",
            "Capsule",
            "LinearGradient", "RadialGradient", "AngularGradient", "Gradient", "ShapeStyle", "AnyShapeStyle", "StrokeStyle", "FillStyle",
            "Canvas",
            "GraphicsContext", "TimelineView", "EdgeInsets", "Edge", "Alignment", "HorizontalAlignment", "VerticalAlignment", "UnitPoint",
            "Angle",
            "ContentMode", "ColorScheme", "LayoutDirection", "DynamicTypeSize", "Animation", "AnimatableModifier", "Animatable",
            "AnimatablePair",
            "GeometryEffect", "ProjectionTransform", "AnyTransition", "Transaction", "Namespace", "MatchedGeometryEffect",
            "VectorArithmetic",
            "State", "StateObject", "Binding", "ObservedObject", "EnvironmentObject", "Environment", "EnvironmentKey", "EnvironmentValues",
            "Bindable",
            "AppStorage", "SceneStorage", "FocusState", "GestureState", "PreferenceKey", "DynamicProperty", "ObservableObject", "Published",
            "UIViewRepresentable", "UIViewControllerRepresentable", "UIViewRepresentableContext", "UIHostingController",
            "UIHostingConfiguration",
            "NSViewRepresentable", "NSViewControllerRepresentable", "NSHostingView", "NSHostingController", "PreviewProvider",
            "PreviewDevice",
            "App", "Scene", "WindowGroup", "UIApplicationDelegateAdaptor", "ButtonStyle", "PrimitiveButtonStyle", "LabelStyle",
            "ToggleStyle",
            "ProgressViewStyle", "DragGesture", "TapGesture", "LongPressGesture", "MagnificationGesture", "RotationGesture", "Gesture",
            "Layout",
            "LocalizedStringKey", "ToolbarItem", "ToolbarItemGroup", "withAnimation", "withTransaction", "objectWillChange",
            "TupleView", "ModifiedContent", "_VariadicView", "_VariadicView_UnaryViewRoot", "_VariadicView_MultiViewRoot",
            "_VariadicView_Children", "AnyLayout", "ViewThatFits", "LayoutValueKey", "ContainerValues", "MeshGradient",
            "SymbolEffectOptions",
            "UIGestureRecognizerRepresentable", "FocusedValue", "FocusedBinding", "ScaledMetric", "AccessibilityFocusState",
            "UIHostingSceneDelegate",
        ]),
        "CoreMotion": Set([
            "CMMotionManager", "CMDeviceMotion", "CMAttitude", "CMAttitudeReferenceFrame", "CMAcceleration", "CMRotationRate",
            "CMRotationMatrix",
            "CMQuaternion", "CMAccelerometerData", "CMGyroData", "CMMagnetometerData", "CMMagneticField", "CMPedometer", "CMPedometerData",
            "CMMotionActivity", "CMMotionActivityManager", "CMAltimeter", "CMAltitudeData", "CMLogItem", "CMHeadphoneMotionManager",
            "CMAuthorizationStatus", "CMErrorMotionActivityNotAuthorized",
        ]),
        "VisionKit": Set([
            "ImageAnalyzer", "ImageAnalysis", "ImageAnalysisInteraction", "ImageAnalysisInteractionDelegate", "ImageAnalysisOverlayView",
            "RecognizedItem",
        ]),
        "StoreKit": Set(["AppStore", "Product", "Storefront", "VerificationResult"]),
        "WidgetKit": Set([
            "Widget", "WidgetBundle", "WidgetCenter", "WidgetConfiguration", "StaticConfiguration", "IntentConfiguration", "TimelineEntry",
            "TimelineProvider", "IntentTimelineProvider", "Timeline", "WidgetFamily",
        ]),
        "ActivityKit": Set(["Activity", "ActivityAttributes", "ActivityContent", "ActivityConfiguration"]),
        "AppIntents": Set(["AppIntent", "AppEntity", "AppEnum", "AppShortcut", "AppShortcutsProvider", "IntentParameter", "EntityQuery"]),
        "TipKit": Set(["Tip", "Tips", "TipView", "TipUIView", "TipUIPopoverViewController"]),
        "SwiftData": Set(["ModelContainer", "ModelContext", "ModelConfiguration", "FetchDescriptor", "PersistentModel", "Query"]),
        "CoreTransferable": Set([
            "Transferable", "TransferRepresentation", "DataRepresentation", "FileRepresentation", "CodableRepresentation",
        ]),
        "RealityKit": Set(["ARView", "Entity", "ModelEntity", "AnchorEntity", "RealityView", "MeshResource", "SimpleMaterial"]),
        "Accessibility": Set(["AXChart", "AXChartDescriptor", "AXNumericDataAxisDescriptor", "AXDataSeriesDescriptor", "AXDataPoint"]),
        "Translation": Set(["TranslationSession"]),
        "AVKit": Set([
            "AVPlayerViewController", "AVPlayerViewControllerDelegate", "AVPictureInPictureController",
            "AVPictureInPictureControllerDelegate", "AVRoutePickerView", "VideoPlayer",
        ]),
        "CryptoKit": Set([
            "SHA256", "SHA384", "SHA512", "SHA256Digest", "SHA384Digest", "SHA512Digest", "Insecure", "HMAC", "HKDF", "SymmetricKey",
            "SymmetricKeySize", "AES", "ChaChaPoly", "P256", "P384", "P521", "Curve25519", "SecureEnclave", "HashFunction",
            "CryptoKitError", "SharedSecret",
        ]),
        "Combine": Set([
            "AnyCancellable", "Cancellable", "Publisher", "Publishers", "AnyPublisher", "PassthroughSubject", "CurrentValueSubject",
            "Subject", "AnySubject",
            "Published", "ObservableObject", "ObservableObjectPublisher", "Just", "Future", "Empty", "Fail", "Deferred", "Record",
            "Subscriber",
            "Subscribers", "AnySubscriber", "Subscription", "Subscriptions", "ConnectablePublisher", "ImmediateScheduler",
            "CombineIdentifier", "objectWillChange",
        ]),
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
