import CoreGraphics

/// The layers of one composition and their clock.
struct LottieLevel {
    let layers: [LottieLayer]
    let time: LottieTime
    let size: CGSize
    private let indices: [Int: Int]
    /// The camera; nil if layers are shown from the front.
    private(set) var camera: LottieCamera?

    init(_ layers: [LottieLayer], _ time: LottieTime, _ size: CGSize) {
        self.layers = layers
        self.time = time
        self.size = CGSize(width: max(size.width, 1), height: max(size.height, 1))
        indices = Dictionary(layers.enumerated().compactMap { i, layer in layer.index.map { ($0, i) } }, uniquingKeysWith: { a, _ in a })
        camera = LottieCamera(self)
    }

    /// Returns true if the layer is shown by a camera.
    func isInSpace(_ layer: LottieLayer) -> Bool { layer.is3D && camera != nil }

    /// Returns the layer's parents, from its own parent outwards, with the problem that ended the chain, if any.
    func parents(of layer: LottieLayer) -> (layers: [LottieLayer], problem: (identifier: String, text: String)?) {
        var chain: [LottieLayer] = [], next = layer.parent
        while let index = next {
            guard let parent = self.layer(index) else { return (chain, ("lottie.missing-parent", "its parent \(index) does not exist")) }
            guard chain.count < layers.count else { return ([], ("lottie.cycle", "it is its own parent")) }
            chain.append(parent)
            next = parent.parent
        }
        return (chain, nil)
    }

    func position(of index: Int) -> Int? { indices[index] }

    func layer(_ index: Int) -> LottieLayer? { indices[index].map { layers[$0] } }

    /// Returns the index of a layer's matte: the layer that it names, or the one above it.
    func matte(of i: Int) -> Int? {
        guard layers[i].matte != .none else { return nil }
        if let named = layers[i].matteParent { return indices[named] }
        return i > 0 ? i - 1 : nil
    }

    /// Returns true if the next layer implicitly uses this one as its matte. Old files do not mark mattes.
    func isMatteOfNext(_ i: Int) -> Bool {
        i + 1 < layers.count && layers[i + 1].matte != .none && layers[i + 1].matteParent == nil
    }
}
