import UIKit

/// The heights along a trail: a line that draws itself above an area that fades in, with a dot that travels along.
final class ElevationChart: UIView {
    private let line = CAShapeLayer(), area = CAGradientLayer(), areaMask = CAShapeLayer(), dot = CALayer()
    var heights: [Double] = [] { didSet { setNeedsLayout() } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        area.mask = areaMask
        layer.addSublayer(area)
        line.fillColor = nil
        line.lineWidth = 2.5
        line.lineJoin = .round
        line.lineCap = .round
        layer.addSublayer(line)
        dot.bounds = CGRect(x: 0, y: 0, width: 12, height: 12)
        dot.cornerRadius = 6
        dot.borderWidth = 2
        layer.addSublayer(dot)
        for part in [line, area, dot] { part.opacity = 0 }
        takeColors()
    }

    required init?(coder: NSCoder) { nil }

    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
        super.traitCollectionDidChange(previous)
        takeColors()
    }

    private func takeColors() {
        line.strokeColor = UIColor.systemGreen.resolvedColor(with: traitCollection).cgColor
        area.colors = [0.35, 0].map { UIColor.systemGreen.resolvedColor(with: traitCollection).withAlphaComponent($0).cgColor }
        dot.backgroundColor = UIColor.systemBackground.resolvedColor(with: traitCollection).cgColor
        dot.borderColor = line.strokeColor
    }

    private func path() -> UIBezierPath {
        let path = UIBezierPath(), low = heights.min() ?? 0, high = max(heights.max() ?? 1, low + 1)
        for (index, height) in heights.enumerated() {
            let point = CGPoint(
                x: bounds.width * CGFloat(index) / CGFloat(max(heights.count - 1, 1)),
                y: 10 + (bounds.height - 20) * CGFloat((high - height) / (high - low)))
            index == 0 ? path.move(to: point) : path.addLine(to: point)
        }
        return path
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard !heights.isEmpty else { return }
        let way = path()
        for layer in [line, area, areaMask] { layer.frame = bounds }
        line.path = way.cgPath
        dot.position = way.currentPoint
        way.addLine(to: CGPoint(x: bounds.width, y: bounds.height))
        way.addLine(to: CGPoint(x: 0, y: bounds.height))
        way.close()
        areaMask.path = way.cgPath
    }

    /// Shows the chart: the values of the model are the last ones, each animation begins before.
    func play() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        for part in [line, area, dot] { part.opacity = 1 }
        CATransaction.commit()
        let draw = CABasicAnimation(keyPath: "strokeEnd")
        draw.fromValue = 0
        draw.duration = 1.2
        draw.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        line.add(draw, forKey: "draw")
        let travel = CAKeyframeAnimation(keyPath: "position")
        travel.path = line.path
        travel.calculationMode = .paced
        travel.duration = 1.2
        travel.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        dot.add(travel, forKey: "travel")
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0
        fade.duration = 1.2
        area.add(fade, forKey: "fade")
    }
}
