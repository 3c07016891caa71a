import Agate
import CoreGraphics
import QuartzCore

/// The layers that compose tracks by an instruction. Used by one thread at a time.
final class TrackStage {
    /// The layers of one track: a transform and an opacity, a rectangle that crops, the picture.
    private final class Slot {
        let placed = CALayer(), crop = CALayer(), picture = CALayer()

        init() {
            placed.anchorPoint = .zero
            crop.anchorPoint = .zero
            picture.anchorPoint = .zero
            crop.masksToBounds = true
            picture.contentsGravity = .resize
            placed.addSublayer(crop)
            crop.addSublayer(picture)
        }

        func set(_ image: CGImage?, _ size: CGSize, _ instruction: AVVideoCompositionLayerInstruction, _ time: CMTime) {
            let whole = CGRect(origin: .zero, size: size)
            let rect = instruction.crops.value(at: time).map { $0.intersection(whole) } ?? whole
            placed.isHidden = image == nil || rect.isNull
            guard !placed.isHidden else { return }
            placed.bounds = whole
            placed.setAffineTransform(instruction.transforms.value(at: time) ?? .identity)
            placed.opacity = instruction.opacities.value(at: time) ?? 1
            crop.bounds = rect
            crop.position = rect.origin
            picture.bounds = whole
            picture.contents = image
        }
    }

    private let host: OffscreenHost
    private var slots: [Slot] = []

    /// - Parameter scale: The pixels of the result in a pixel of the composition.
    init(size: CGSize, scale: CGFloat) { host = OffscreenHost(size: size, scale: scale) }

    /// The pixels of the result in a pixel of the composition.
    var scale: CGFloat { host.scale }

    /// Draws a frame.
    /// - Parameter picture: Returns the picture and the natural size of a track.
    func draw(
        _ instruction: AVVideoCompositionInstruction, at time: CMTime,
        _ picture: (CMPersistentTrackID) throws(AVError) -> (image: CGImage?, size: CGSize)
    ) throws(AVError) -> Painted {
        let layers = instruction.layerInstructions
        // Pictures are waited for before anything changes.
        var pictures: [(image: CGImage?, size: CGSize)] = []
        for layer in layers { pictures.append(try picture(layer.trackID)) }
        host.perform {
            CATransaction.setDisableActions(true)
            if slots.count != layers.count {
                slots = layers.map { _ in Slot() }
                // The first instruction is the frontmost.
                host.layer.sublayers = slots.reversed().map(\.placed)
            }
            host.layer.backgroundColor = instruction.backgroundColor ?? CGColor(red: 0, green: 0, blue: 0, alpha: 1)
            for (index, layer) in layers.enumerated() { slots[index].set(pictures[index].image, pictures[index].size, layer, time) }
        }
        return Painted(host, at: 0)
    }

    /// Draws one picture that fills the frame.
    func draw(_ image: CGImage?) -> Painted {
        host.perform {
            CATransaction.setDisableActions(true)
            if slots.count != 1 {
                slots = [Slot()]
                host.layer.sublayers = [slots[0].placed]
                host.layer.backgroundColor = nil
            }
            slots[0].set(image, host.size, AVVideoCompositionLayerInstruction(), .zero)
        }
        return Painted(host, at: 0)
    }
}

/// A frame that a host has painted, until it paints the next.
struct Painted {
    private let host: OffscreenHost
    /// The rows that may differ from the host's last frame.
    let rows: Range<Int>

    init(_ host: OffscreenHost, at time: Double) {
        self.host = host
        var rows = 0..<0
        for rect in host.paint(at: time) where rect.y0 < rect.y1 && rect.x0 < rect.x1 {
            let own = Int(rect.y0)..<Int(rect.y1)
            rows = rows.isEmpty ? own : min(rows.lowerBound, own.lowerBound)..<max(rows.upperBound, own.upperBound)
        }
        self.rows = rows
    }

    var image: CGImage { host.image() }

    func withPixels<Result>(_ body: (FramePixels) throws -> Result) rethrows -> Result {
        try host.withPaintedPixels { try body(FramePixels($0, width: $1, height: $2, stride: $3)) }
    }
}
