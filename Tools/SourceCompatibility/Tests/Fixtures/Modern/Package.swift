// swift-tools-version: 6.0
import PackageDescription

// Swift 6 mode, with tests of both libraries.
let package = Package(
    name: "Modern",
    platforms: [.iOS(.v17)],
    products: [.library(name: "Modern", targets: ["Modern"])],
    targets: [
        .target(name: "Modern"),
        .testTarget(name: "ModernTests", dependencies: ["Modern"]),
    ]
)
