import Compositor
import Raster

/// The colours of gradients, a row each: what shows before the ramp, the ramp, what shows behind it.
final class RampTexture {
    static let width = GradientRamp.count + 2
    static let rows = 128
    let texture: Texture
    private var known: [GradientColors: Int32] = [:]
    private(set) var uploads: [(row: Int32, ramp: GradientRamp)] = []

    init(bin: TextureBin) {
        texture = Texture(width: Self.width, height: Self.rows, bin: bin)
    }

    /// The row of some colours; nil where this frame has no room for more.
    func row(of colors: GradientColors) -> Int32? {
        if let row = known[colors] { return row }
        guard known.count < Self.rows else { return nil }
        let row = Int32(known.count)
        known[colors] = row
        uploads.append((row, colors.makeRamp()))
        return row
    }

    func removeUploads() { uploads.removeAll(keepingCapacity: true) }

    /// Forgets all, once the device has drawn with them.
    func removeAll() { known.removeAll(keepingCapacity: true) }
}
