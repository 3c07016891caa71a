/// What the rules take for granted about the system that the sources will be compiled for.
public struct LoweringPolicy: Sendable {
    /// A version such as 17.4, of an operating system.
    public struct Version: Sendable, Comparable {
        public var components: [Int]

        public init(_ components: Int...) { self.components = components }

        /// Nil where the text is not numbers with dots between them.
        public init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
            guard !parts.isEmpty, !parts.contains(nil) else { return nil }
            components = parts.compactMap { $0 }
        }

        public static func < (a: Version, b: Version) -> Bool {
            for index in 0..<max(a.components.count, b.components.count) {
                let left = index < a.components.count ? a.components[index] : 0
                let right = index < b.components.count ? b.components[index] : 0
                if left != right { return left < right }
            }
            return false
        }

        public static func == (a: Version, b: Version) -> Bool { !(a < b) && !(b < a) }
    }

    /// Compile-time conditions by their spelling without spaces, such as `os(iOS)`, `targetEnvironment(simulator)`, `canImport(AppKit)`,
    /// `DEBUG`. A condition that is not in here is left to the compiler.
    public var conditions: [String: Bool]

    /// Whether a `#if` chain that names Linux is left as its author wrote it (true), or is treated as all others (false).
    public var respectsLinuxBranches: Bool

    /// Modules that clients can import, beside those that are lowered.
    public var availableModules: Set<String>

    /// Imports that become another import: Darwin becomes Foundation.
    public var replacedModules: [String: String]

    /// Imports that are taken out without leaving out the file: what they declare, as far as it exists on Linux, comes with the prelude.
    public var droppedModules: Set<String>

    /// The newest release whose API is taken, by platform name (`iOS`): code behind `#available` of a newer one is taken out. Empty: all
    /// code stays.
    public var newestVersions: [String: Version]

    public init(
        conditions: [String: Bool] = LoweringPolicy.iOSConditions, respectsLinuxBranches: Bool = true,
        availableModules: Set<String> = LoweringPolicy.agateModules.union(LoweringPolicy.toolchainModules),
        replacedModules: [String: String] = LoweringPolicy.defaultReplacedModules,
        droppedModules: Set<String> = LoweringPolicy.defaultDroppedModules, newestVersions: [String: Version] = [:]
    ) {
        self.conditions = conditions
        self.respectsLinuxBranches = respectsLinuxBranches
        self.availableModules = availableModules
        self.replacedModules = replacedModules
        self.droppedModules = droppedModules
        self.newestVersions = newestVersions
    }

    /// Sources are taken as for an iPhone: `os(iOS)` holds, every other Apple system does not, and it is neither a simulator nor a Mac.
    public static let iOSConditions: [String: Bool] = [
        "os(iOS)": true, "os(tvOS)": false, "os(macOS)": false, "os(OSX)": false, "os(watchOS)": false, "os(visionOS)": false,
        "os(xrOS)": false, "canImport(os)": true, "canImport(ObjectiveC)": true, "targetEnvironment(simulator)": false,
        "targetEnvironment(macCatalyst)": false,
    ]

    /// The modules of Agate.
    public static let agateModules: Set<String> = [
        "Agate", "AgateFormats", "AgateTesting", "AVFoundation", "CoreGraphics", "CoreText", "ImageIO", "ObjectiveCRuntime", "Prelude",
        "QuartzCore",
        "UIKit", "OSCompatibility", "CoreImage", "Accelerate", "Metal", "MetalPerformanceShaders", "Compression",
    ]

    /// The modules that a toolchain for Linux has.
    public static let toolchainModules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
        "Dispatch",
        "CoreFoundation", "Glibc", "Musl", "Android", "Bionic", "XCTest", "Testing", "Synchronization", "Observation", "Distributed",
        "RegexBuilder",
        "_Concurrency", "_StringProcessing", "_Differentiation", "Cxx", "CxxStdlib", "PackageDescription", "PackagePlugin",
        "CompilerPluginSupport",
    ]

    public static let defaultReplacedModules: [String: String] = [
        "Darwin": "Foundation", "ObjectiveC": "Foundation", "OSLog": "OSCompatibility", "os": "OSCompatibility", "simd": "Foundation",
        "MachO": "Foundation",
        "CoreVideo": "AVFoundation", "CoreMedia": "AVFoundation", "AVKit": "AVFoundation", "AVFAudio": "AVFoundation",
    ]

    public static let defaultDroppedModules: Set<String> = ["TargetConditionals", "MobileCoreServices"]
}
