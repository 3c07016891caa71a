import AgateDiagnostics
import Foundation

extension CGContext {
    /// Sets the colour of fills.
    public func setFillColor(_ color: CGColor) { setInk(\.fill, color) }

    /// Sets the colour of strokes.
    public func setStrokeColor(_ color: CGColor) { setInk(\.stroke, color) }

    /// Sets the colour of fills, in the device's gray space.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        setInk(\.fill, CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [gray, alpha]))
    }

    /// Sets the colour of strokes, in the device's gray space.
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
        setInk(\.stroke, CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [gray, alpha]))
    }

    /// Sets the colour of fills, in the device's RGB space.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setInk(\.fill, CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [red, green, blue, alpha]))
    }

    /// Sets the colour of strokes, in the device's RGB space.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setInk(\.stroke, CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [red, green, blue, alpha]))
    }

    /// Sets the colour of fills, in the device's CMYK space.
    public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        setInk(\.fill, CGColor(colorSpace: CGColorSpaceCreateDeviceCMYK(), components: [cyan, magenta, yellow, black, alpha]))
    }

    /// Sets the colour of strokes, in the device's CMYK space.
    public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        setInk(\.stroke, CGColor(colorSpace: CGColorSpaceCreateDeviceCMYK(), components: [cyan, magenta, yellow, black, alpha]))
    }

    /// Sets the colour of fills: as many components as the space of ``setFillColorSpace(_:)`` has, then alpha.
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        setInk(\.fill, CGColor(colorSpace: state.fill.space, components: components))
    }

    /// Sets the colour of strokes: as many components as the space of ``setStrokeColorSpace(_:)`` has, then alpha.
    public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
        setInk(\.stroke, CGColor(colorSpace: state.stroke.space, components: components))
    }

    /// Sets the space of the components of fills, and of the colour of an uncoloured pattern. The fill colour becomes the space's black.
    public func setFillColorSpace(_ space: CGColorSpace) { setSpace(\.fill, space) }

    /// Sets the space of the components of strokes, and of the colour of an uncoloured pattern. The stroke colour becomes the space's
    /// black.
    public func setStrokeColorSpace(_ space: CGColorSpace) { setSpace(\.stroke, space) }

    private func setSpace(_ ink: WritableKeyPath<GraphicsState, Ink>, _ space: CGColorSpace) {
        // A pattern space has no black: the colour remains until one is set.
        if space.model == .pattern {
            if !ignoresColors { state[keyPath: ink].space = space }
            return
        }
        var black = [CGFloat](repeating: 0, count: space.numberOfComponents + 1)
        black[black.count - 1] = 1
        if space.model == .cmyk { black[3] = 1 }
        setInk(ink, CGColor(colorSpace: space, components: black))
    }

    private func setInk(_ ink: WritableKeyPath<GraphicsState, Ink>, _ color: CGColor?) {
        guard let color else { return }
        guard !ignoresColors else {
            Diagnostic.reportOnce(
                "context.uncolored-pattern", key: "color", "CGContext: an uncoloured pattern set a colour; it is ignored")
            return
        }
        state[keyPath: ink] = Ink(color)
    }
}
