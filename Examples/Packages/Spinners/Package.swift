// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Spinners",
    platforms: [.iOS(.v13)],
    dependencies: [.package(path: "../NVActivityIndicatorView")],
    targets: [
        .executableTarget(name: "Spinners", dependencies: [.product(name: "NVActivityIndicatorView", package: "NVActivityIndicatorView")])
    ]
)
