import CoreGraphics
import Foundation

/// Brightness beyond white. Kept and given back, without effect: surfaces hold 8 bits a channel.
extension CALayer {
    /// How bright the contents want to be, as a multiple of white; 0 leaves it to the system. Kept, without effect.
    public final var contentsHeadroom: CGFloat {
        get { rare?.contentsHeadroom ?? 0 }
        set { if refusesChange(of: "contentsHeadroom") { return }; ownRare.contentsHeadroom = newValue; if newValue > 1 { LayerReport.unsupported(self, "contentsHeadroom", newValue) } }
    }
    /// Whether bright contents are toned down. Kept, without effect.
    public final var toneMapMode: ToneMapMode {
        get { rare?.toneMapMode ?? .automatic }
        set { if refusesChange(of: "toneMapMode") { return }; ownRare.toneMapMode = newValue }
    }
    /// The range of brightness that the layer asks for. Kept, without effect.
    public final var preferredDynamicRange: DynamicRange {
        get { rare?.preferredDynamicRange ?? .standard }
        set { if refusesChange(of: "preferredDynamicRange") { return }; ownRare.preferredDynamicRange = newValue; if newValue == .high || newValue == .constrainedHigh { LayerReport.unsupported(self, "preferredDynamicRange", newValue.rawValue) } }
    }
}
