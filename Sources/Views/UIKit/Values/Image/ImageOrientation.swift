import ImageIO
import QuartzCore

extension UIImage.Orientation {
    /// What a file says.
    init(_ property: CGImagePropertyOrientation) {
        self = (0..<8).lazy.compactMap(Self.init(rawValue:)).first { $0.property == property } ?? .up
    }

    /// What a file is to say.
    var property: CGImagePropertyOrientation {
        switch self {
        case .up: .up
        case .upMirrored: .upMirrored
        case .down: .down
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .right: .right
        case .rightMirrored: .rightMirrored
        case .left: .left
        }
    }

    /// Whether width and height change places.
    var isOnSide: Bool {
        switch self {
        case .left, .right, .leftMirrored, .rightMirrored: true
        case .up, .down, .upMirrored, .downMirrored: false
        }
    }

    /// What is seen, mirrored from side to side.
    var mirrored: Self {
        switch self {
        case .up: .upMirrored
        case .down: .downMirrored
        case .left: .rightMirrored
        case .right: .leftMirrored
        case .upMirrored: .up
        case .downMirrored: .down
        case .leftMirrored: .right
        case .rightMirrored: .left
        }
    }

    /// From the unit square of the pixels to that of what is seen, y downwards in both.
    var transform: CGAffineTransform {
        switch self {
        case .up: .identity
        case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .left: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        case .right: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
        case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        case .leftMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case .rightMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
        }
    }
}
