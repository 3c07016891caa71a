internal import SwiftSyntax

/// What compile-time conditions will be on Linux, as far as the policy says.
struct Conditions {
    let policy: LoweringPolicy
    /// Modules that can be imported.
    let modules: Set<String>
    /// Chains whose branch for Apple's systems can't be compiled and whose branch for others can: see ``OtherBranches``.
    var others: Set<SyntaxIdentifier> = []

    /// Conditions that only the compiler and the given modules decide: those of a chain that is left as it is.
    var asWritten: Conditions {
        var policy = policy
        policy.conditions = [
            "os(iOS)": false, "os(tvOS)": false, "os(macOS)": false, "os(OSX)": false, "os(watchOS)": false, "os(visionOS)": false,
            "os(xrOS)": false,
        ]
        return Conditions(policy: policy, modules: modules)
    }

    /// Conditions as on Apple's systems: those of a chain whose branch for Linux stands in for what Agate has.
    private var asApple: Conditions {
        var policy = policy
        policy.conditions["os(Linux)"] = policy.conditions["os(Linux)"] ?? false
        return Conditions(policy: policy, modules: modules)
    }

    /// A chain in which its author named Linux stays as it is.
    func leavesAlone(_ chain: IfConfigDeclSyntax) -> Bool {
        others.contains(chain.id) || Self.doesWithoutObjectiveC(chain)
            || policy.respectsLinuxBranches && Self.namesLinux(chain) && !standsIn(chain)
    }

    /// The conditions that decide a chain, and that it is lowered by unless it stays.
    func deciding(_ chain: IfConfigDeclSyntax) -> Conditions {
        if others.contains(chain.id) || Self.doesWithoutObjectiveC(chain) { return asWritten }
        guard policy.respectsLinuxBranches, Self.namesLinux(chain) else { return self }
        return standsIn(chain) ? asApple : asWritten
    }

    /// Whether a clause declares what Apple's systems, and Agate, have: `#if os(Linux) public struct CGAffineTransform …`.
    private func standsIn(_ chain: IfConfigDeclSyntax) -> Bool {
        chain.clauses.contains { clause in
            clause.elements?.as(CodeBlockItemListSyntax.self)?.contains { item in
                let name = item.item.asProtocol((any NamedDeclSyntax).self)?.name.text
                return name.map {
                    AppleClasses.superclass[$0] != nil || Self.provided.contains($0)
                        || $0 == "XCTAttachment"
                            && modules.contains("XCTestCompanion")
                } ?? false
            } ?? false
        }
    }

    private static let provided: Set<String> = [
        "CGAffineTransform", "CGVector", "CGPath", "CGMutablePath", "CGContext", "CGColor", "CGColorSpace", "CGImage", "CGGradient",
        "CGLineCap", "CGLineJoin",
        "CGBlendMode", "CGPathFillRule", "CGInterpolationQuality", "CATransform3D", "UIEdgeInsets", "UIOffset", "UIRectCorner", "Selector",
    ]

    /// True, false, or nil where only the compiler decides.
    func value(of expression: ExprSyntax) -> Bool? {
        if let sequence = expression.as(SequenceExprSyntax.self) { return value(of: Array(sequence.elements)) }
        if let infix = expression.as(InfixOperatorExprSyntax.self) {
            return value(of: [infix.leftOperand, infix.operator, infix.rightOperand])
        }
        if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return value(of: prefix.expression).map { !$0 }
        }
        if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return value(of: only.expression)
        }
        if let literal = expression.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
        let spelling = Self.spelling(expression)
        if let said = policy.conditions[spelling] { return said }
        guard let call = expression.as(FunctionCallExprSyntax.self),
            let argument = call.arguments.first?.expression.trimmedDescription
        else {
            return nil
        }
        switch call.calledExpression.trimmedDescription {
        case "os": return argument == "Linux"
        case "targetEnvironment", "_runtime": return false
        case "arch": return Self.architectures[argument]
        case "canImport":
            let module = argument.prefix { $0 != "." }
            if modules.contains(String(module)) { return true }
            return Self.appleOnly.contains(String(module)) ? false : nil
        case "compiler", "swift": return version(argument, isLanguage: call.calledExpression.trimmedDescription == "swift")
        default: return nil
        }
    }

    /// Linux with Agate has no processors of 32 bits; which of the others it will be is the compiler's to say.
    private static let architectures: [String: Bool] = ["i386": false, "arm": false, "arm64_32": false, "armv7k": false]

    /// `a || b && c`, as written: && binds tighter.
    private func value(of elements: [ExprSyntax]) -> Bool? {
        var sum: [Bool?] = []
        var product: [Bool?] = elements.first.map { [value(of: $0)] } ?? []
        var index = 1
        while index + 1 < elements.count {
            let operand = value(of: elements[index + 1])
            switch elements[index].trimmedDescription {
            case "&&": product.append(operand)
            case "||":
                sum.append(Self.all(product))
                product = [operand]
            default: return nil
            }
            index += 2
        }
        sum.append(Self.all(product))
        return sum.contains(true) ? true : sum.contains(nil) ? nil : false
    }

    private static func all(_ values: [Bool?]) -> Bool? { values.contains(false) ? false : values.contains(nil) ? nil : true }

    /// `>=5.3`: every toolchain that Agate builds with is 6.1 or newer; which language mode a module has is not known.
    private func version(_ argument: String, isLanguage: Bool) -> Bool? {
        let text = argument.filter { !$0.isWhitespace }
        let limit: LoweringPolicy.Version = isLanguage ? .init(5, 10) : .init(6, 1)
        if text.hasPrefix(">="), let asked = LoweringPolicy.Version(String(text.dropFirst(2))) { return asked <= limit ? true : nil }
        if text.hasPrefix("<"), let asked = LoweringPolicy.Version(String(text.dropFirst(1))) { return asked <= limit ? false : nil }
        return nil
    }

    /// `os(iOS)`, without spaces and comments.
    static func spelling(_ expression: ExprSyntax) -> String {
        expression.tokens(viewMode: .sourceAccurate).map(\.text).joined()
    }

    /// What each clause of a chain is: taken, not taken, or nil. A clause behind one that is taken is not.
    func values(of chain: IfConfigDeclSyntax) -> [Bool?] {
        let decided = deciding(chain)
        var result: [Bool?] = []
        for clause in chain.clauses {
            if result.contains(true) { result.append(false); continue }
            if let condition = clause.condition {
                result.append(decided.value(of: condition))
            } else {
                result.append(result.contains(nil) ? nil : true)
            }
        }
        return result
    }

    /// `#if canImport(ObjectiveC)` with an `#else`, and around the lists of tests that XCTest needed once. Without an `#else`, it is around
    /// code for Apple's systems, which Agate has most of.
    private static func doesWithoutObjectiveC(_ chain: IfConfigDeclSyntax) -> Bool {
        let asking = chain.clauses.filter { $0.condition.map { spelling($0).contains("canImport(ObjectiveC)") } ?? false }
        guard !asking.isEmpty else { return false }
        return chain.clauses.contains { $0.condition == nil }
            || asking.contains { clause in
                clause.elements?.tokens(viewMode: .sourceAccurate).contains {
                    ["XCTestCaseEntry", "allTests", "__allTests"].contains($0.text)
                } ?? false
            }
    }

    /// Whether the author thought of Linux.
    static func namesLinux(_ chain: IfConfigDeclSyntax) -> Bool {
        chain.clauses.contains { clause in
            guard let condition = clause.condition else { return false }
            let text = spelling(condition)
            return text.contains("os(Linux)") || text.contains("canImport(Glibc)")
        }
    }

    /// Modules that Apple's systems have, and Linux with Agate has not.
    static let appleOnly: Set<String> = [
        "AppKit", "Cocoa", "SwiftUI", "SwiftUICore", "Combine", "CoreData", "CoreImage", "CoreLocation", "MapKit", "Metal", "MetalKit",
        "MetalPerformanceShaders",
        "SceneKit", "SpriteKit", "GameplayKit", "GameController", "ARKit", "RealityKit", "WatchKit", "WidgetKit", "ActivityKit",
        "AppIntents", "Intents",
        "Darwin", "ObjectiveC", "os", "OSLog", "simd", "Accelerate", "CoreVideo", "CoreMedia", "AVKit", "AVFAudio", "AudioToolbox",
        "CoreAudio", "CoreHaptics",
        "CoreMotion", "CoreBluetooth", "CoreTelephony", "CoreServices", "CoreSpotlight", "CoreML", "Vision", "VisionKit",
        "NaturalLanguage", "Speech",
        "Photos", "PhotosUI", "PencilKit", "PDFKit", "QuickLook", "QuickLookThumbnailing", "SafariServices", "WebKit", "JavaScriptCore",
        "StoreKit",
        "MessageUI", "Messages", "Contacts", "ContactsUI", "EventKit", "EventKitUI", "HealthKit", "HomeKit", "PassKit", "CloudKit",
        "CallKit", "PushKit",
        "UserNotifications", "UserNotificationsUI", "NotificationCenter", "LocalAuthentication", "AuthenticationServices", "Security",
        "CryptoKit", "CommonCrypto",
        "Network", "NetworkExtension", "SystemConfiguration", "MultipeerConnectivity", "MediaPlayer", "MediaAccessibility", "ReplayKit",
        "IOKit", "IOSurface",
        "OpenGLES", "GLKit", "OpenGL", "UniformTypeIdentifiers", "MobileCoreServices", "LinkPresentation", "PlaygroundSupport",
        "SwiftData", "TipKit", "Charts",
        "CoreTransferable", "Compression", "zlib", "libkern", "MachO", "TargetConditionals", "XPC", "BackgroundTasks",
        "ExposureNotification", "CarPlay",
        "ClassKit", "DeviceCheck", "FileProvider", "IdentityLookup", "iAd", "AdSupport", "AppTrackingTransparency", "Social", "Twitter",
        "Accounts", "AddressBook",
        "TVUIKit", "TVMLKit", "ScreenCaptureKit", "Carbon", "Quartz", "InputMethodKit", "ScreenSaver", "ServiceManagement", "UIKitCore",
        "Accessibility",
    ]
}
