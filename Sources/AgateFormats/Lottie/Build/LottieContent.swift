import AgateDiagnostics
import CoreGraphics
import QuartzCore

/// Makes the layers of a document: what a scene shows. Time 0 of their animations is the document's first frame, in seconds; animations fill both
/// ways and stay.
package struct LottieContent {
    private let builder: LottieBuilder

    package init(document: LottieDocument, resources: LottieResources) {
        builder = LottieBuilder(document, resources: resources)
    }

    /// What of the document is not done; one for each kind and layer. Missing images and fonts are told by the resources.
    package var diagnostics: [Diagnostic] { builder.diagnostics }

    /// The layers of the whole animation, the undermost first, in a space with the origin at the top left and y down.
    package func layers() -> [CALayer] { builder.layers() }
}
