import UIKit

/// A view whose layer is a shape, drawn in a square of 100 points that its transform stretches.
private final class HillView: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }
    var shape: CAShapeLayer? { layer as? CAShapeLayer }
}

private final class SkyView: UIView {
    override class var layerClass: AnyClass { CAGradientLayer.self }
    var gradient: CAGradientLayer? { layer as? CAGradientLayer }
}

/// Hills under a sky at any size. All parts are views, so that an animation of the size moves them along.
final class ArtworkView: UIView {
    private let sky = SkyView(), sun = UIView(), hills = (0..<3).map { _ in HillView() }
    var trail: Trail? { didSet { if trail != oldValue { draw() } } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
        layer.cornerRadius = 14
        sun.backgroundColor = UIColor(white: 1, alpha: 0.85)
        sun.bounds = CGRect(x: 0, y: 0, width: 34, height: 34)
        sun.layer.cornerRadius = 17
        for view in [sky, sun] + hills { addSubview(view) }
        for hill in hills { hill.bounds = CGRect(x: 0, y: 0, width: 100, height: 100) }
    }

    required init?(coder: NSCoder) { nil }

    private func draw() {
        guard let trail else { return }
        sky.gradient?.colors = [
            UIColor(hue: trail.hue, saturation: 0.65, brightness: 0.75, alpha: 1).cgColor,
            UIColor(hue: trail.hue, saturation: 0.25, brightness: 0.98, alpha: 1).cgColor,
        ]
        for (index, hill) in hills.enumerated() {
            hill.shape?.path = outline(of: trail, index)
            hill.shape?.fillColor = UIColor(hue: trail.hue, saturation: 0.5, brightness: 0.62 - 0.16 * CGFloat(index), alpha: 1).cgColor
        }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let trail else { return }
        sky.frame = bounds
        sun.center = CGPoint(x: bounds.width * (0.2 + 0.6 * trail.hue), y: bounds.height * 0.3)
        for hill in hills {
            hill.center = CGPoint(x: bounds.midX, y: bounds.midY)
            hill.transform = CGAffineTransform(scaleX: bounds.width / 100, y: bounds.height / 100)
        }
    }

    private func outline(of trail: Trail, _ index: Int) -> CGPath {
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 0, y: 101))
        for step in 0...40 {
            let height = trail.heights[abs((step + index * 13) % 80 - 40)]
            let rise = CGFloat((height - trail.low) / trail.range)
            path.addLine(to: CGPoint(x: 2.5 * CGFloat(step), y: 54 + 16 * CGFloat(index) - 26 * rise))
        }
        path.addLine(to: CGPoint(x: 100, y: 101))
        path.close()
        return path.cgPath
    }
}
