// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Chart",
    platforms: [.iOS(.v13)],
    dependencies: [.package(path: "../Charts")],
    targets: [.executableTarget(name: "Chart", dependencies: [.product(name: "DGCharts", package: "Charts")])]
)
