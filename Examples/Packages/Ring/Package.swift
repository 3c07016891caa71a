// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Ring",
    platforms: [.iOS(.v13)],
    dependencies: [.package(path: "../KDCircularProgress")],
    targets: [.executableTarget(name: "Ring", dependencies: [.product(name: "KDCircularProgress", package: "KDCircularProgress")])]
)
