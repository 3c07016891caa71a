import CoreGraphics
import Compositor

/// A frame of a composition: drawn, or that of a film in its own planes with layers over it.
enum ComposedFrame {
    case painted(Painted)
    case through(ThroughFrame)
}

/// A film's frame that shows unchanged in the whole frame, except where layers are over it.
struct ThroughFrame {
    /// The frame, which keeps the memory of its planes.
    let image: CGImage
    /// The layers, drawn alone, and their stage; nil without any.
    let over: (stage: LayerTreeStage, painted: Painted)?

    /// Writes the frame in the form of an encoder.
    func write(_ mixer: PlaneMixer, to target: UnsafeMutableRawPointer) {
        FilmPlanes.withPlanes(of: image) { planes in
            guard let over else { return mixer.write(planes, nil, to: target) }
            over.stage.withCover(over.painted) { mixer.write(planes, $0, to: target) }
        }
    }
}
