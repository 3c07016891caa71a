// swift-tools-version:5.5
import PackageDescription

// It does not build, and the report says why.
let package = Package(
    name: "Missing",
    platforms: [.iOS(.v13)],
    products: [.library(name: "Missing", targets: ["MissingUser"])],
    targets: [.target(name: "Missing"), .target(name: "MissingUser", dependencies: ["Missing"])]
)
