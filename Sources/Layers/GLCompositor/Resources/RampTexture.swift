import Compositor
import Raster

/// The colours of gradients, one row each: the colour before the ramp, the ramp, the colour after it.
final class RampTexture {
    static let width = GradientRamp.count + 2
    static let rows = 128
    let texture: Texture
    private var known: [GradientColors: Int32] = [:]
    private(set) var uploads: [(row: Int32, ramp: GradientRamp)] = []

    init(bin: TextureBin) {
        texture = Texture(width: Self.width, height: Self.rows, bin: bin)
    }

    /// Returns the row of some colours; nil if this frame has no room for more.
    func row(of colors: GradientColors) -> Int32? {
        if let row = known[colors] { return row }
        guard known.count < Self.rows else { return nil }
        let row = Int32(known.count)
        known[colors] = row
        uploads.append((row, colors.makeRamp()))
        return row
    }

    func removeUploads() { uploads.removeAll(keepingCapacity: true) }

    /// Removes all colours, once the device has drawn with them.
    func removeAll() { known.removeAll(keepingCapacity: true) }
}
