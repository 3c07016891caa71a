import AgateDiagnostics
import CoreGraphics
import QuartzCore

/// Makes the layers of a document: what a scene shows. Time 0 of their animations is the document's first frame, in seconds; animations fill both
/// ways and stay.
package struct LottieContent {
    private let document: LottieDocument
    private let resources: LottieResources
    /// What of the document is not done; one for each kind and layer. Missing images and fonts are told by the resources.
    package private(set) var diagnostics: [Diagnostic] = []

    package init(document: LottieDocument, resources: LottieResources) {
        self.document = document
        self.resources = resources
    }

    /// The layers of the whole animation, the undermost first, in a space with the origin at the top left and y down.
    package mutating func layers() -> [CALayer] {
        for layer in document.layers {
            diagnostics.append(Diagnostic(identifier: "lottie.unsupported", message: "\(resources.file): layer \"\(layer.name)\" is not shown"))
        }
        return []
    }
}
