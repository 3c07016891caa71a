internal import SwiftSyntax

/// Imports name modules that exist on Linux.
///
///     import UIKit.UIGestureRecognizerSubclass    ->  import UIKit
///     import class UIKit.UIView                   ->  import       UIKit
///     import Darwin                               ->  import Foundation
///     import MobileCoreServices                   ->
///     import XCTest                               ->  import XCTest; import UIKit
///
/// The last, because Apple's XCTest brings UIKit along, where the file names something of it.
///
/// Code over a module that can't be had is left out, see `CutRule`.
enum ImportRule {
    static let name = "import"

    static func apply(to node: ImportDeclSyntax, in lowering: FileLowering) -> SyntaxVisitorContinueKind {
        let file = lowering.file, policy = lowering.conditions.policy
        guard let first = node.path.first else { return .skipChildren }
        let module = first.name.text
        let bringsUIKit = !file.imports.contains("UIKit") && lowering.conditions.modules.contains("UIKit") && file.namesUIKit
        if module == "XCTest" {
            addCompanions(node, bringsUIKit, lowering)
        } else if lowering.conditions.modules.contains(module), PartialModules.suffices(module, for: file.bytes) {
            // Its declarations may come from a module that it re-exports, where an import of one name would not look; it has no submodules.
            guard LoweringPolicy.agateModules.contains(module), node.path.count > 1 else { return .skipChildren }
            if let kind = node.importKindSpecifier { file.blank(kind) }
            rewrite(node, to: module, file)
        } else if let replacement = policy.replacedModules[module] {
            if let kind = node.importKindSpecifier { file.blank(kind) }
            rewrite(node, to: replacement, file)
            file.replacedImports.insert(module)
        } else if policy.droppedModules.contains(module) || file.missingModules.contains(module) {
            file.count(name)
            if bringsUIKit { rewrite(node, to: "UIKit", file) } else { file.blank(node) }
        }
        return .skipChildren
    }

    /// Whether a file names something of Core Image.
    static func namesCoreImage(_ file: FileContext) -> Bool {
        file.identifiers.contains {
            $0 == "ciImage" || $0 == "ciColor" || AppleModules.owns(["CI", "kCI"], $0) && $0.dropFirst(2).contains(where: \.isLowercase)
        }
    }

    /// UIKit brings Core Image along.
    static func addCoreImage(to file: FileContext, _ conditions: Conditions) {
        guard conditions.modules.contains("CoreImage"), file.imports.contains("UIKit"), !file.imports.contains("CoreImage"),
            namesCoreImage(file), PartialModules.suffices("CoreImage", for: file.bytes)
        else { return }
        file.count(name)
        file.addImport("CoreImage")
    }

    /// SwiftUI brings the module Observation along, which Linux has.
    static func addObservation(to file: FileContext, _ conditions: Conditions) {
        guard file.imports.contains("SwiftUI"), !conditions.modules.contains("SwiftUI"), !file.imports.contains("Observation"),
            !file.identifiers.isDisjoint(with: ["Observable", "ObservationIgnored", "ObservationTracked", "withObservationTracking"])
        else { return }
        file.count(name)
        file.addImport("Observation")
    }

    /// The names of UIKit that begin as Foundation's do.
    static func isUIKits(_ name: String) -> Bool {
        guard name.hasPrefix("NS") else { return false }
        return names.contains(name) || name.hasPrefix("NSCollectionLayout") || name.hasPrefix("NSDiffableDataSource")
    }
    private static let names: Set<String> = [
        "NSLineBreakMode", "NSTextAlignment", "NSParagraphStyle", "NSMutableParagraphStyle", "NSWritingDirection", "NSLayoutConstraint",
        "NSLayoutAnchor", "NSLayoutXAxisAnchor", "NSLayoutYAxisAnchor", "NSLayoutDimension", "NSTextStorage", "NSLayoutManager",
        "NSTextContainer", "NSTextAttachment", "NSTextTab", "NSShadow", "NSUnderlineStyle", "NSStringDrawingContext",
        "NSStringDrawingOptions", "NSDirectionalEdgeInsets", "NSDirectionalRectEdge", "NSRectAlignment",
    ]

    /// The modules that bring CoreGraphics along.
    private static let bringers: Set<String> = [
        "UIKit", "QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "ImageIO", "AVFoundation", "Metal", "PDFKit", "AppKit", "Cocoa",
    ]

    /// The modules that `addFrameworks` may add to a file with these imports, by its text: a file without any other need is not parsed.
    static func frameworkWords(_ imports: Set<String>, _ bytes: [UInt8]) -> Set<String> {
        guard imports.contains("Foundation"), imports.isDisjoint(with: bringers) else { return [] }
        let words = [
            "CoreGraphics": ["CGAffineTransform", "CGPath", "CGColor", "CGContext", "CGImage", "CGVector"],
            "UIKit": ["UIFont", "UIColor", "UIView", "UIImage", "UIEdgeInsets", "UIBezierPath"],
        ]
        return Set(words.filter { $0.value.contains { Needles.contains($0, in: bytes) } }.keys)
    }

    /// Apple's Foundation brings CoreGraphics along. The header of a framework brings UIKit to all its files, as Xcode's projects have it.
    /// - Parameter imports: The imports of all files of the module.
    static func addFrameworks(to file: FileContext, _ conditions: Conditions, _ imports: Set<String>) {
        guard file.imports.contains("Foundation"), file.imports.isDisjoint(with: bringers), !file.imports.contains("SwiftUI") else {
            return
        }
        let needsUIKit = file.identifiers.contains { AppleModules.owns(["UI", "CA"], $0) || isUIKits($0) }
        if needsUIKit, imports.contains("UIKit"), conditions.modules.contains("UIKit") {
            file.count(name)
            file.addImport("UIKit")
        } else if conditions.modules.contains("CoreGraphics"), file.identifiers.contains(where: FileContext.namesCoreGraphics) {
            file.count(name)
            file.addImport("CoreGraphics")
        }
    }

    /// Core Image, which UIKit brings along, brings CVPixelBuffer; Photos brings all of AVFoundation.
    static func addAVFoundation(to file: FileContext, _ conditions: Conditions) {
        guard conditions.modules.contains("AVFoundation"), !file.imports.contains("AVFoundation"),
            file.imports.isDisjoint(with: ["AVKit", "CoreVideo", "CoreMedia", "AVFAudio"])
        else { return }
        let buffers = !file.imports.isDisjoint(with: ["UIKit", "CoreImage", "QuartzCore", "Metal", "Vision", "Photos", "PhotosUI", "ARKit"])
        let all = !file.imports.isDisjoint(with: ["Photos", "PhotosUI", "ARKit", "MediaPlayer", "Vision"])
        guard buffers || all,
            file.identifiers.contains(where: {
                AppleModules.owns(["CV", "kCV"], $0) && ($0.contains("Buffer") || $0.contains("PixelFormat") || $0.hasPrefix("kCVReturn"))
                    || all && AppleModules.owns(["AV", "CM", "kCM"], $0)
            })
        else { return }
        file.count(name)
        file.addImport("AVFoundation")
    }

    /// Apple's umbrella headers bring ImageIO along: UIKit by Core Image, AVFoundation by Core Media.
    static func addImageIO(to file: FileContext, _ conditions: Conditions) {
        guard conditions.modules.contains("ImageIO"), !file.imports.contains("ImageIO"),
            !file.imports.isDisjoint(with: ["UIKit", "AVFoundation", "AVKit", "CoreImage", "Photos", "PhotosUI"]),
            file.identifiers.contains(where: { name in
                ["CGImageSource", "CGImageDestination", "kCGImage", "CGImageProperty"].contains { name.hasPrefix($0) }
            })
        else { return }
        file.count(name)
        file.addImport("ImageIO")
    }

    /// `Darwin.sin`, `os.Logger`: names that carry the name of a module that does not exist.
    static func apply(to node: MemberAccessExprSyntax, in lowering: FileLowering) {
        guard let base = node.base?.as(DeclReferenceExprSyntax.self), base.argumentNames == nil else { return }
        qualify(base.baseName, in: lowering)
    }

    static func apply(to node: MemberTypeSyntax, in lowering: FileLowering) {
        guard let base = node.baseType.as(IdentifierTypeSyntax.self), base.genericArgumentClause == nil else { return }
        qualify(base.name, in: lowering)
    }

    private static func qualify(_ module: TokenSyntax, in lowering: FileLowering) {
        // Such names are rare, and a small one (os, simd) may be a variable's: only where the file imports the module.
        let isAlways = module.text == "CoreFoundation" || module.text == "Darwin"
        guard let replacement = qualifiers[module.text], isAlways || lowering.file.replacedImports.contains(module.text) else { return }
        lowering.file.count(name)
        lowering.file.replace(module, with: replacement)
    }

    private static let qualifiers = [
        "Darwin": "Foundation", "ObjectiveC": "Foundation", "OSLog": "OSCompatibility", "os": "OSCompatibility",
        "CoreFoundation": "Foundation", "CoreMedia": "AVFoundation", "CoreVideo": "AVFoundation",
    ]

    /// What Apple's XCTest has or brings along, and Linux's doesn't.
    private static func addCompanions(_ node: ImportDeclSyntax, _ bringsUIKit: Bool, _ lowering: FileLowering) {
        let file = lowering.file, companion = "XCTestCompanion"
        var added: [String] = bringsUIKit ? ["UIKit"] : []
        if lowering.conditions.policy.availableModules.contains(companion), !file.imports.contains(companion),
            Needles.contains("XCTAttachment", in: file.bytes) || Needles.contains("XCTContext", in: file.bytes)
        {
            added.append(companion)
        }
        guard !added.isEmpty else { return }
        file.count(name)
        file.insert(added.map { "; import \($0)" }.joined(), at: node.endPositionBeforeTrailingTrivia)
    }

    private static func rewrite(_ node: ImportDeclSyntax, to module: String, _ file: FileContext) {
        file.count(name)
        file.replace(node.path, with: module)
    }
}
