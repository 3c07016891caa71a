// swift-tools-version:5.5
import PackageDescription

// A package as they are written for phones: Swift 5, Apple's platforms only, a dynamic product, a resource, a target for the Mac.
let package = Package(
    name: "Badge",
    platforms: [.iOS(.v13), .tvOS(.v13)],
    products: [
        .library(name: "Badge", targets: ["Badge"]),
        .library(name: "BadgeDynamic", type: .dynamic, targets: ["Badge"]),
        .executable(name: "badge-demo", targets: ["badge-demo"]),
    ],
    targets: [
        .target(name: "Badge", resources: [.process("Resources")]),
        .target(name: "BadgeMac"),
        .executableTarget(name: "badge-demo", dependencies: ["Badge"]),
        .testTarget(name: "BadgeTests", dependencies: ["Badge"]),
        .testTarget(name: "XcodeOnlyTests", dependencies: ["Badge"]),
    ],
    swiftLanguageVersions: [.v5]
)
