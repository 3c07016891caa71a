// swift-tools-version:5.9
import PackageDescription

// A suite as one writes it for iOS: pictures and texts of layers, views, view controllers, images and paths, by swift-snapshot-testing.
let package = Package(
    name: "Card",
    platforms: [.iOS(.v15)],
    products: [.library(name: "Card", targets: ["Card"])],
    dependencies: [.package(url: "https://github.com/pointfreeco/swift-snapshot-testing", from: "1.17.0")],
    targets: [
        .target(name: "Card"),
        .testTarget(name: "CardTests", dependencies: ["Card", .product(name: "SnapshotTesting", package: "swift-snapshot-testing")]),
    ]
)
