// swift-tools-version: 6.2
import Glibc
import PackageDescription

// Agate @VERSION@ as compiled modules. A Swift module can be read only by the compiler that wrote it, so there is one bundle for each
// compiler, and no bundle for the others.
#if compiler(>=@COMPILER@) && compiler(<@FOLLOWING@)
let bundle = "@BUNDLE@"
let url = "@URL@"
let checksum = "@CHECKSUM@"
#else
#error("Agate @VERSION@ has binaries for Swift @COMPILER@ only. Install that version of Swift, or depend on Agate's sources instead.")
#endif

// The bundle that lies beside this file needs no network; otherwise the release's file is fetched.
let local = "Bundles/\(bundle)"
let isLocal = Context.environment["AGATE_REMOTE_BUNDLE"] == nil && access("\(Context.packageDirectory)/\(local)/info.json", R_OK) == 0
let binary: Target =
    isLocal ? .binaryTarget(name: "AgateBinary", path: local) : .binaryTarget(name: "AgateBinary", url: url, checksum: checksum)

let package = Package(
    name: "agate-swift",
    products: [
@PRODUCTS@    ],
    targets: [
        binary,
        // glibc's parts that Agate calls. Fonts (libfontconfig1), windows (libsdl2-2.0-0) and films (ffmpeg) are looked for at run time.
        .target(name: "AgateLinks", dependencies: ["AgateBinary"], linkerSettings: [.linkedLibrary("m"), .linkedLibrary("dl")]),
    ]
)
