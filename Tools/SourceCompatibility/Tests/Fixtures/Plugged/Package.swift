// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

// A build plugin whose program writes Swift for Apple's platforms, and a macro, which takes the toolchain's own modules of swift-syntax.
let host = Context.environment["AGATE_TEST_HOST_MODULES"] ?? ""
let libraries = ["SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion", "SwiftCompilerPluginMessageHandling"]
let package = Package(
    name: "Plugged",
    platforms: [.iOS(.v17), .macOS(.v14)],
    targets: [
        .executableTarget(name: "word-maker"),
        .plugin(name: "Words", capability: .buildTool(), dependencies: ["word-maker"]),
        .macro(
            name: "PluggedMacros", swiftSettings: [.unsafeFlags(["-I", host])],
            linkerSettings: [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host] + libraries.map { "-l\($0)" })]),
        .target(name: "Plugged", dependencies: ["PluggedMacros"], plugins: ["Words"]),
        .testTarget(name: "PluggedTests", dependencies: ["Plugged"]),
    ]
)
