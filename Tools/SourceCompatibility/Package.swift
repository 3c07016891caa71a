// swift-tools-version: 6.1
import PackageDescription

// Apple-platform sources, made to compile on Linux: the rules (Lowering) and the command that applies them (AgateBuild).
// A package of its own, so that nobody who builds or depends on Agate compiles swift-syntax.
//
// AGATE_HOST_MODULES names the toolchain's folder of prebuilt SwiftSyntax modules (…/usr/lib/swift/host). With it nothing of swift-syntax
// is compiled: seconds instead of minutes. Without it the package of the same name is used. Tests want the folder on the command line, too:
//     swift build --build-tests -Xswiftc -I -Xswiftc $AGATE_HOST_MODULES
// The two ways need build folders of their own (--scratch-path).
let hostModules = Context.environment["AGATE_HOST_MODULES"].flatMap { $0.isEmpty ? nil : $0 }

let syntaxProducts: [Target.Dependency] =
    hostModules == nil
    ? [.product(name: "SwiftSyntax", package: "swift-syntax"), .product(name: "SwiftParser", package: "swift-syntax")]
    : []
let syntaxSettings: [SwiftSetting] = hostModules.map { [.unsafeFlags(["-I", $0])] } ?? []
let syntaxLinking: [LinkerSetting] =
    hostModules.map {
        [.unsafeFlags(["-L", $0, "-lSwiftSyntax", "-lSwiftParser", "-Xlinker", "-rpath", "-Xlinker", $0])]
    } ?? []

let package = Package(
    name: "SourceCompatibility",
    products: [
        .library(name: "Lowering", targets: ["Lowering"]),
        .executable(name: "agate-build", targets: ["AgateBuild"]),
    ],
    dependencies: hostModules == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0")] : [],
    targets: [
        .target(name: "Lowering", dependencies: syntaxProducts, swiftSettings: syntaxSettings, linkerSettings: syntaxLinking),
        .executableTarget(name: "AgateBuild", dependencies: ["Lowering"], swiftSettings: syntaxSettings),
        .testTarget(name: "AgateBuildTests", dependencies: ["AgateBuild"], swiftSettings: syntaxSettings),
        .testTarget(name: "LoweringTests", dependencies: ["Lowering"], swiftSettings: syntaxSettings),
    ],
    swiftLanguageModes: [.v6]
)
