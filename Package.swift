// swift-tools-version: 6.1
import PackageDescription

/// One program an idea, each in Examples/NAME/main.swift.
let examples = [
    "RandomColor", "ExplicitTransaction", "CompletionBlock", "NestedTransactions", "RemoveWithoutAnimation", "BackingLayer", "HitTesting",
    "InterruptedSpring", "PushContents", "PausedTree", "BackgroundThreads", "Window", "Gallery",
]

/// Those that draw with OpenGL ES.
let glExamples = ["EAGLTriangle", "GLCube"]

/// Those with views.
let viewExamples = ["ButtonColor", "ButtonBackingLayer", "ActionQueries", "ButtonPush", "TapToMove", "Showcase"]

/// Those with films.
let filmExamples = ["FilmWithSound"]

/// The targets of one floor, each in a folder of its own name.
func floor(_ targets: [Target], in folder: String) -> [Target] {
    for target in targets { target.path = "\(folder)/\(target.name)" }
    return targets
}

// The floors of Sources, from the ground up. A module imports only modules that this manifest lists before it. See Documentation/Road.md.

// System libraries, C code, diagnostics, what Foundation and the Objective-C runtime lack on Linux, OpenGL ES.
let ground: [Target] = [
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp libwebpmux libwebpdemux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(
        name: "CText", pkgConfig: "harfbuzz freetype2 fribidi libunibreak",
        providers: [.apt(["libharfbuzz-dev", "libfreetype-dev", "libfontconfig-dev", "libfribidi-dev", "libunibreak-dev"])]
    ),
    .systemLibrary(name: "CSDL2", providers: [.apt(["libsdl2-dev"])]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .target(name: "CKernels"),
    .target(name: "CRuntimeHooks"),
    .target(name: "CPOSIX"),
    .target(name: "CScripting"),
    .target(name: "CSDLLoader", dependencies: ["CPOSIX"]),
    .target(name: "CFontconfigLoader", dependencies: ["CPOSIX"]),
    .target(name: "CGLES", dependencies: ["CPOSIX"]),
    .target(name: "AgateDiagnostics", dependencies: ["CRuntimeHooks", .product(name: "Logging", package: "swift-log")]),
    .target(
        name: "OpenGLES", dependencies: ["AgateDiagnostics", .target(name: "CGLES", condition: .when(traits: ["Windows"]))]),
    .target(name: "ObjectiveCRuntime", dependencies: ["CRuntimeHooks", "AgateDiagnostics"]),
    .target(name: "FoundationCompatibility", dependencies: ["ObjectiveCRuntime", "AgateDiagnostics"]),
]

// Pixels, paths, images, text.
let drawing: [Target] = [
    .target(name: "Raster", dependencies: ["CKernels"]),
    .target(name: "CoreGraphics", dependencies: ["CRuntimeHooks", "ObjectiveCRuntime", "AgateDiagnostics", "Raster", "CLCMS"]),
    .target(name: "_Testing_CoreGraphics", dependencies: ["CoreGraphics"]),
    .target(name: "ImageIO", dependencies: ["CPOSIX", "CoreGraphics", "AgateDiagnostics", "CPNG", "CTurboJPEG", "CWebP", "CGIF"]),
    .target(name: "CoreText", dependencies: ["ObjectiveCRuntime", "CoreGraphics", "AgateDiagnostics", "CText", "CFontconfigLoader"]),
]

// The model tree, the render tree and the two compositors.
let layers: [Target] = [
    .target(name: "RenderTree", dependencies: ["CoreGraphics", "AgateDiagnostics", "CKernels", "Raster"]),
    .target(name: "Compositor", dependencies: ["RenderTree", "Raster", "CoreGraphics"]),
    .target(name: "GLCompositor", dependencies: ["OpenGLES", "CoreGraphics", "RenderTree", "Raster", "Compositor"]),
    .target(
        name: "QuartzCore",
        dependencies: [
            "CRuntimeHooks", "ObjectiveCRuntime", "OpenGLES", "CoreGraphics", "CoreText", "RenderTree", "Compositor", "Raster",
            "AgateDiagnostics",
            "CKernels",
        ]
    ),
]

// Where layers are shown: windows, terminals, pictures, films; and films in layers.
let hosts: [Target] = [
    .target(name: "FFmpeg", dependencies: ["CPOSIX", "AgateDiagnostics"]),
    .target(
        name: "Agate",
        dependencies: [
            "CPOSIX", "ObjectiveCRuntime", "OpenGLES", "CoreGraphics", "Compositor", "GLCompositor", "QuartzCore",
            "AgateDiagnostics",
            "RenderTree", "Raster", "CKernels", "ImageIO", "FFmpeg",
            .target(name: "CSDL2", condition: .when(traits: ["Windows"])),
            .target(name: "CSDLLoader", condition: .when(traits: ["Windows"])),
        ]
    ),
    .target(
        name: "AVFoundation",
        dependencies: [
            "ObjectiveCRuntime", "FoundationCompatibility", "CoreGraphics", "ImageIO", "RenderTree", "Compositor", "QuartzCore",
            "AgateDiagnostics", "FFmpeg", "Agate",
        ]),
]

// CAML, Lottie, tables and batches.
let documents: [Target] = [
    .target(
        name: "AgateFormats",
        dependencies: [
            "CPOSIX", "CoreGraphics", "QuartzCore", "CoreText", "ImageIO", "RenderTree", "AgateDiagnostics", "CZip", "CScripting",
        ]
    ),
    .target(
        name: "AgateBatch",
        dependencies: ["CoreGraphics", "QuartzCore", "Agate", "AgateFormats", "ImageIO", "FFmpeg", "AgateDiagnostics"]
    ),
]

// UIKit.
let views: [Target] = [
    .target(
        name: "UIKit",
        dependencies: [
            "ObjectiveCRuntime", "FoundationCompatibility", "CoreGraphics", "Agate", "QuartzCore", "CoreText", "ImageIO",
            "AgateDiagnostics",
        ]
    ),
    .target(name: "_Testing_UIKit", dependencies: ["UIKit"]),
]

// Recordings of commits, the inspector, testing, the command.
let tools: [Target] = [
    .target(
        name: "CInspectorPage", exclude: ["Page"],
        cSettings: [.define("PAGE_FOLDER", to: "\"\(Context.packageDirectory)/Sources/Tools/CInspectorPage/Page\"")]
    ),
    .target(
        name: "AgateRecording",
        dependencies: ["CoreGraphics", "RenderTree", "QuartzCore", "Agate", "ImageIO", "AgateDiagnostics", "Raster"]
    ),
    .target(
        name: "AgateInspector",
        dependencies: [
            "CInspectorPage", "CoreGraphics", "RenderTree", "QuartzCore", "AgateRecording", "AgateFormats", "ImageIO", "Agate",
        ]
    ),
    .target(
        name: "Inspector",
        dependencies: ["RenderTree", "QuartzCore", "Agate", "AgateRecording", "AgateInspector", "AgateDiagnostics"]
    ),
    .target(name: "AgateTesting", dependencies: ["QuartzCore", "CoreGraphics", "Agate", "AgateRecording", "UIKit", "ImageIO"]),
    .executableTarget(
        name: "AgateCommand",
        dependencies: [
            "CPOSIX", "CoreGraphics", "CoreText", "Agate", "AgateBatch", "AgateDiagnostics", "AgateFormats", "AgateInspector",
            "AgateRecording",
            "ImageIO",
            "Inspector", "QuartzCore", "FFmpeg",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]
    ),
]

// What sources written for Apple's systems import and nothing else in Sources does.
let compatibility: [Target] = [
    .target(name: "Metal"),
    .target(name: "MetalPerformanceShaders", dependencies: ["Metal"]),
    .target(name: "Accelerate"),
    .target(name: "Compression", dependencies: ["AgateDiagnostics"]),
    .target(name: "CoreImage", dependencies: ["CoreGraphics", "CoreText", "ImageIO", "UIKit", "Metal", "AgateDiagnostics"]),
    .target(name: "XCTestCompanion", dependencies: ["UIKit", "AgateDiagnostics"]),
    .target(name: "OSCompatibility", dependencies: [.product(name: "Logging", package: "swift-log")]),
    .target(name: "Prelude", dependencies: ["CRuntimeHooks", "ObjectiveCRuntime", "FoundationCompatibility", "AgateDiagnostics"]),
]

// Programs, in Tools, Benchmarks and Examples.
let programs: [Target] =
    [
        .executableTarget(
            name: "conform",
            dependencies: [
                "AVFoundation", "CoreGraphics", "Raster", "Agate", "AgateDiagnostics", "AgateFormats", "ImageIO", "QuartzCore",
                "RenderTree", "Compositor",
                "UIKit",
            ],
            path: "Tools/conform"
        ),
        .target(name: "TourCards", dependencies: ["Agate", "AgateFormats"], path: "Examples/TourCards"),
        .executableTarget(
            name: "bench",
            dependencies: [
                "AVFoundation", "CPNG", "CTurboJPEG", "CWebP", "Agate", "AgateFormats", "AgateRecording", "Inspector", "QuartzCore",
                "RenderTree",
                "Compositor",
                "Raster", "CKernels", "CoreGraphics", "CoreText",
                "ImageIO", "FFmpeg", "TourCards", "UIKit", .target(name: "GLCompositor", condition: .when(traits: ["Windows"])),
                .target(name: "OpenGLES", condition: .when(traits: ["Windows"])),
            ],
            path: "Benchmarks", exclude: ["peers"]
        ),
        .executableTarget(name: "soak", dependencies: ["Agate", "AgateFormats", "QuartzCore", "CoreGraphics"], path: "Tools/soak"),
        .target(name: "ExampleSupport", dependencies: ["Agate", "ImageIO"], path: "Examples/Support"),
        .target(
            name: "ExampleUIKit", dependencies: ["UIKit", "Agate", "ExampleSupport", "ImageIO", "Inspector"], path: "Examples/UIKitSupport"),
        .executableTarget(name: "Tour", dependencies: ["TourCards", "Agate", "ExampleSupport", "Inspector"], path: "Examples/Tour"),
    ]
    + examples.map {
        .executableTarget(name: $0, dependencies: ["Agate", "ExampleSupport"], path: "Examples/\($0)")
    }
    + filmExamples.map {
        .executableTarget(name: $0, dependencies: ["AVFoundation", "Agate", "ExampleSupport"], path: "Examples/\($0)")
    }
    + glExamples.map {
        .executableTarget(name: $0, dependencies: ["Agate", "OpenGLES", "ExampleSupport"], path: "Examples/\($0)")
    }
    + viewExamples.map {
        .executableTarget(name: $0, dependencies: ["ExampleUIKit", "ExampleSupport"], path: "Examples/\($0)")
    }

// The floors of Tests. Each suite is on the floor of the module that it tests; Whole is about clients, documents and the repository itself.
let supportTests: [Target] = [
    .target(name: "TestSupport", dependencies: ["CoreGraphics", "ImageIO"]),
    .target(
        name: "RendererSupport",
        dependencies: [
            "Agate", "Compositor", "CoreGraphics", "QuartzCore", "RenderTree", "TestSupport",
            .target(name: "GLCompositor", condition: .when(traits: ["Windows"])),
            .target(name: "OpenGLES", condition: .when(traits: ["Windows"])),
        ]),
]

let groundTests: [Target] = [
    .testTarget(name: "OpenGLESTests", dependencies: ["OpenGLES", "AgateDiagnostics"]),
    .testTarget(name: "ObjectiveCRuntimeTests", dependencies: ["ObjectiveCRuntime", "AgateDiagnostics"]),
    .testTarget(
        name: "FoundationCompatibilityTests", dependencies: ["FoundationCompatibility", "ObjectiveCRuntime", "AgateDiagnostics"]),
]

let drawingTests: [Target] = [
    .testTarget(name: "RasterTests", dependencies: ["Raster", "CKernels", "TestSupport"]),
    .testTarget(
        name: "CoreGraphicsTests",
        dependencies: ["ObjectiveCRuntime", "CoreGraphics", "AgateDiagnostics", "Raster", "TestSupport"], exclude: ["Goldens"]
    ),
    .testTarget(name: "ImageIOTests", dependencies: ["CoreGraphics", "CPNG", "ImageIO", "TestSupport"]),
    .testTarget(
        name: "CoreTextTests",
        dependencies: ["CoreGraphics", "AgateDiagnostics", "CoreText", "Raster", "TestSupport"], exclude: ["Goldens"]
    ),
]

let layersTests: [Target] = [
    .target(
        name: "CompositorScenes", dependencies: ["RenderTree", "Raster", "CoreGraphics", "Compositor"]),
    .testTarget(name: "RenderTreeTests", dependencies: ["CoreGraphics", "AgateDiagnostics", "RenderTree", "TestSupport"]),
    .testTarget(
        name: "CompositorTests",
        dependencies: ["RenderTree", "Raster", "CoreGraphics", "Compositor", "CompositorScenes", "TestSupport"],
        exclude: ["Goldens"]
    ),
    .testTarget(
        name: "GLCompositorTests",
        dependencies: [
            "OpenGLES", "RenderTree", "Raster", "CoreGraphics", "Compositor", "GLCompositor", "CompositorScenes", "TestSupport",
        ]
    ),
    .testTarget(
        name: "QuartzCoreTests",
        dependencies: [
            "CRuntimeHooks", "RenderTree", "CoreText", "CoreGraphics", "AgateDiagnostics", "Compositor", "QuartzCore", "Agate",
            "RendererSupport", "TestSupport",
        ],
        exclude: ["Goldens"]
    ),
    .testTarget(
        name: "ReferenceEvaluatorTests", dependencies: ["RenderTree", "CoreGraphics", "TestSupport"], exclude: ["Goldens"]),
]

let hostsTests: [Target] = [
    .testTarget(
        name: "AgateTests",
        dependencies: [
            "QuartzCore", "Compositor", "RenderTree", "Raster", "AgateDiagnostics", "Agate", "AgateRecording", "ImageIO",
            "RendererSupport", "TestSupport",
            .target(name: "OpenGLES", condition: .when(traits: ["Windows"])),
        ],
        exclude: ["Goldens"]
    ),
    .testTarget(name: "GLLayerTests", dependencies: ["OpenGLES", "QuartzCore", "Agate", "ImageIO", "TestSupport"]),
    .testTarget(
        name: "FilmTests",
        dependencies: [
            "CPOSIX", "CKernels", "CoreGraphics", "Agate", "AgateBatch", "AgateDiagnostics", "AgateFormats", "FFmpeg", "ImageIO",
            "TestSupport",
        ]),
    .testTarget(
        name: "WindowTests",
        dependencies: [
            "OpenGLES", "RenderTree", "QuartzCore", "CoreGraphics", "Agate", "UIKit", "ImageIO", "TestSupport",
            .target(name: "CSDL2", condition: .when(traits: ["Windows"])),
        ]
    ),
    .testTarget(
        name: "AVFoundationTests",
        dependencies: ["ObjectiveCRuntime", "OpenGLES", "Compositor", "AVFoundation", "FFmpeg", "Agate", "TestSupport"]),
]

let documentsTests: [Target] = [
    .testTarget(
        name: "AgateFormatsTests",
        dependencies: [
            "QuartzCore", "RenderTree", "ImageIO", "CoreGraphics", "AgateDiagnostics", "CZip", "AgateFormats", "Agate",
            "TestSupport",
        ]
    )
]

let viewsTests: [Target] = [
    .testTarget(
        name: "UIKitTests",
        dependencies: [
            "ObjectiveCRuntime", "AgateTesting", "QuartzCore", "UIKit", "Agate", "AgateDiagnostics", "ImageIO", "RendererSupport",
            "TestSupport",
        ],
        exclude: ["Values/Goldens", "Controls/Goldens"]
    )
]

let toolsTests: [Target] = [
    .testTarget(
        name: "AgateInspectorTests",
        dependencies: [
            "AgateInspector", "AgateRecording", "Agate", "AgateDiagnostics", "CoreGraphics", "ImageIO", "QuartzCore", "RenderTree",
            "TestSupport",
        ]
    ),
    .testTarget(
        name: "InspectorTests",
        dependencies: [
            "Inspector", "AgateInspector", "AgateRecording", "Agate", "AgateFormats", "AgateDiagnostics", "CoreGraphics",
            "QuartzCore",
            "RenderTree", "TestSupport",
        ]
    ),
    .testTarget(
        name: "AgateRecordingTests",
        dependencies: ["AgateRecording", "Agate", "AgateFormats", "CoreGraphics", "QuartzCore", "RenderTree", "TestSupport"]
    ),
    .testTarget(name: "AgateTestingTests", dependencies: ["ImageIO", "AgateRecording", "AgateTesting", "TestSupport"]),
]

let compatibilityTests: [Target] = [
    .testTarget(name: "PreludeTests", dependencies: ["Prelude", "OSCompatibility", "Compression", "ImageIO", "AgateDiagnostics"]),
    .testTarget(
        name: "PreludeClientTests", dependencies: ["Prelude", "OSCompatibility", "UIKit"], swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "CoreImageTests", dependencies: ["CoreGraphics", "CoreImage", "ImageIO", "Accelerate"]),
    .testTarget(name: "XCTestCompanionTests", dependencies: ["XCTestCompanion", "UIKit", "AgateDiagnostics"]),
]

let wholeTests: [Target] = [
    .testTarget(name: "ClientInterfaceTests", dependencies: ["CoreGraphics", "QuartzCore", "CoreText", "ImageIO", "UIKit"]),
    .testTarget(
        name: "SwiftFiveClientTests", dependencies: ["QuartzCore", "UIKit", "AVFoundation"],
        swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
        name: "ConformanceTests", dependencies: ["conform", "CoreGraphics", "QuartzCore", "TestSupport"],
        exclude: ["recorded.txt", "vectors.json"]),
    .testTarget(name: "RepositoryTests", dependencies: ["TestSupport"]),
    .testTarget(
        name: "GuideTests",
        dependencies: [
            "CoreGraphics", "CoreText", "ImageIO", "UIKit", "Agate", "AVFoundation", "AgateBatch", "AgateFormats", "AgateTesting",
            "TestSupport",
        ]
    ),
    .target(
        name: "FuzzTargets",
        dependencies: [
            "Agate", "AgateDiagnostics", "AgateFormats", "AgateInspector", "AgateRecording", "CoreGraphics", "CoreText", "ImageIO",
            "QuartzCore", "RenderTree",
        ]),
    .testTarget(
        name: "HostileInputTests",
        dependencies: [
            "FuzzTargets", "QuartzCore", "AgateDiagnostics", "CoreGraphics", "ImageIO", "CoreText", "Raster", "AgateFormats",
            "TestSupport",
        ],
        exclude: ["Corpus"]
    ),
]

// The program that runs the fuzz targets of the tests.
let fuzzing: [Target] = [
    .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Tools/fuzz")
]

let package = Package(
    name: "agate",
    products: [
        .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
        .library(name: "ImageIO", targets: ["ImageIO"]),
        .library(name: "CoreText", targets: ["CoreText"]),
        .library(name: "OpenGLES", targets: ["OpenGLES"]),
        .library(name: "QuartzCore", targets: ["QuartzCore"]),
        .library(name: "Agate", targets: ["Agate"]),
        .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "XCTestCompanion", targets: ["XCTestCompanion"]),
        .library(name: "AgateTesting", targets: ["AgateTesting", "_Testing_CoreGraphics", "_Testing_UIKit"]),
        .library(name: "AgateFormats", targets: ["AgateFormats"]),
        .library(name: "AgateRecording", targets: ["AgateRecording"]),
        .library(name: "Inspector", targets: ["Inspector"]),
        .library(name: "CoreImage", targets: ["CoreImage", "Accelerate", "Metal", "MetalPerformanceShaders"]),
        .library(name: "Compression", targets: ["Compression"]),
        .library(name: "AgateBatch", targets: ["AgateBatch"]),
        .library(name: "Prelude", targets: ["Prelude"]),
        .library(name: "OSCompatibility", targets: ["OSCompatibility"]),
        .executable(name: "agate", targets: ["AgateCommand"]),
    ],
    // One trait, and no second: before 6.4 SwiftPM passes the defines of several in random order, so that each build may compile everything
    // again.
    traits: [
        .default(enabledTraits: ["Windows"]),
        .trait(
            name: "Windows",
            description: """
                Windows on a screen, by SDL2; GL in layers and compositing on a GPU, by OpenGL ES. Both libraries are loaded when they are \
                first used; nothing links them. Without the trait hosts are offscreen and drawn by the processor.
                """),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        floor(ground, in: "Sources/Ground"),
        floor(drawing, in: "Sources/Drawing"),
        floor(layers, in: "Sources/Layers"),
        floor(hosts, in: "Sources/Hosts"),
        floor(documents, in: "Sources/Documents"),
        floor(views, in: "Sources/Views"),
        floor(tools, in: "Sources/Tools"),
        floor(compatibility, in: "Sources/Compatibility"),
        floor(supportTests, in: "Tests/Support"),
        floor(groundTests, in: "Tests/Ground"),
        floor(drawingTests, in: "Tests/Drawing"),
        floor(layersTests, in: "Tests/Layers"),
        floor(hostsTests, in: "Tests/Hosts"),
        floor(documentsTests, in: "Tests/Documents"),
        floor(viewsTests, in: "Tests/Views"),
        floor(toolsTests, in: "Tests/Tools"),
        floor(compatibilityTests, in: "Tests/Compatibility"),
        floor(wholeTests, in: "Tests/Whole"),
        programs,
        fuzzing,
    ].flatMap { $0 },
    swiftLanguageModes: [.v6]
)

// A quick build while working on one module: AGATE_TEST_TARGETS=RasterTests,QuartzCoreTests leaves out the other tests, the examples and
// the benchmarks; AGATE_TEST_TARGETS=all keeps every test. QuartzCoreTests:ThreadTests.swift+LayerLockTests.swift compiles those files
// only.
if let entries = Context.environment["AGATE_TEST_TARGETS"]?.split(separator: ",").map({ $0.split(separator: ":").map(String.init) }) {
    let wanted = entries.map { $0[0] }
    package.targets.removeAll { target in
        let isExample = target.path.map { $0.hasPrefix("Examples/") || $0 == "Benchmarks" } ?? false
        return isExample && !wanted.contains(target.name) || (target.type == .test && wanted != ["all"] && !wanted.contains(target.name))
    }
    for entry in entries where entry.count > 1 {
        package.targets.first { $0.name == entry[0] }?.sources = entry[1].split(separator: "+").map(String.init)
    }
}

// What `make demo` runs: AGATE_PROGRAMS=demo keeps the examples, the command, and what those depend on.
if Context.environment["AGATE_PROGRAMS"] == "demo" {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var waiting = ["AgateCommand", "Tour"] + examples + glExamples + viewExamples + filmExamples
    var kept: Set<String> = []
    while let name = waiting.popLast() {
        guard let target = targets[name], kept.insert(name).inserted else { continue }
        for case .targetItem(let name, _) in target.dependencies { waiting.append(name) }
        for case .byNameItem(let name, _) in target.dependencies { waiting.append(name) }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { ($0 as? Product.Library)?.targets.allSatisfy(kept.contains) == false }
}

// Tests are compiled without optimisation, in release builds too: that takes a third of the time, and what they call is optimised. Those
// that go over pixels or thousands of trees themselves are optimised. AGATE_UNOPTIMISED=Agate,FFmpeg names others, for the builds of
// sanitizers.
let optimisedTests = ["RasterTests", "CompositorTests", "ReferenceEvaluatorTests"]
let unoptimised = Context.environment["AGATE_UNOPTIMISED"]?.split(separator: ",").map(String.init) ?? []
for target in package.targets where target.type == .test && !optimisedTests.contains(target.name) || unoptimised.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
}

// The condition of the code that uses OpenGL ES.
for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("GPU", .when(traits: ["Windows"]))]
}
