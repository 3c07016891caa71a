// swift-tools-version:5.5
import PackageDescription

// An app's module that puts a watermark and animated titles over a film, as Apple documents it.
let package = Package(
    name: "Watermark",
    platforms: [.iOS(.v13)],
    products: [.library(name: "Watermark", targets: ["Watermark"])],
    targets: [
        .target(name: "Watermark"),
        .testTarget(name: "WatermarkTests", dependencies: ["Watermark"]),
    ],
    swiftLanguageVersions: [.v5]
)
