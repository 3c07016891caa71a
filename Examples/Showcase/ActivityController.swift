import UIKit

/// A week in layers: a ring for the goal, bars for the days, dots for the streak.
final class ActivityController: UIViewController {
    private let ring = CAShapeLayer(), track = CAShapeLayer(), bars = (0..<7).map { _ in CALayer() }
    private let percent = UILabel(), caption = UILabel()
    private let streak = CAReplicatorLayer(), dot = CALayer()
    private var days = [3.2, 7.5, 0.8, 5.1, 9.6, 12.4, 4.0]
    private var goal: CGFloat = 0.3

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Activity"
        view.backgroundColor = .systemBackground
        for layer in [track, ring] {
            layer.fillColor = nil
            layer.lineWidth = 18
            layer.lineCap = .round
            view.layer.addSublayer(layer)
        }
        for bar in bars {
            bar.cornerRadius = 6
            bar.anchorPoint = CGPoint(x: 0.5, y: 1)
            view.layer.addSublayer(bar)
        }
        dot.bounds = CGRect(x: 0, y: 0, width: 14, height: 14)
        dot.cornerRadius = 7
        streak.addSublayer(dot)
        streak.instanceCount = 12
        streak.instanceTransform = CATransform3DMakeTranslation(28, 0, 0)
        streak.instanceAlphaOffset = -0.07
        view.layer.addSublayer(streak)
        percent.font = .monospacedDigitSystemFont(ofSize: 34, weight: .bold)
        caption.text = "of 50 km"
        caption.textColor = .secondaryLabel
        for label in [percent, caption] {
            label.textAlignment = .center
            view.addSubview(label)
        }
        view.addGestureRecognizer(UITapGestureRecognizer(target: self, action: ActivityController.tapped))
        takeColors()
    }

    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
        super.traitCollectionDidChange(previous)
        takeColors()
    }

    private func takeColors() {
        func color(_ color: UIColor) -> CGColor { color.resolvedColor(with: traitCollection).cgColor }
        track.strokeColor = color(.tertiarySystemFill)
        ring.strokeColor = color(.systemOrange)
        dot.backgroundColor = color(.systemTeal)
        for (index, bar) in bars.enumerated() { bar.backgroundColor = color(index == 5 ? .systemOrange : .systemBlue) }
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let top = view.safeAreaInsets.top, width = view.bounds.width
        let circle = UIBezierPath(
            arcCenter: CGPoint(x: width / 2, y: top + 150), radius: 95, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: true)
        track.path = circle.cgPath
        ring.path = circle.cgPath
        percent.frame = CGRect(x: 0, y: top + 122, width: width, height: 40)
        caption.frame = CGRect(x: 0, y: top + 162, width: width, height: 22)
        streak.frame = CGRect(x: (width - 11 * 28 - 14) / 2, y: top + 290, width: width, height: 14)
        dot.position = CGPoint(x: 7, y: 7)
        layOutBars()
        show()
    }

    private func layOutBars() {
        let floor = view.safeAreaInsets.top + 520, step = (view.bounds.width - 48) / 7
        for (index, bar) in bars.enumerated() {
            bar.position = CGPoint(x: 24 + step * (CGFloat(index) + 0.5), y: floor)
            bar.bounds = CGRect(x: 0, y: 0, width: step * 0.56, height: 6 + CGFloat(days[index]) * 12)
        }
    }

    private func show() {
        goal = CGFloat(days.reduce(0, +) / 50)
        ring.strokeEnd = min(goal, 1)
        percent.text = String(format: "%.1f", days.reduce(0, +))
    }

    /// Another week: each change of a layer animates by itself.
    private func tapped() {
        days = days.indices.map { days[($0 * 3 + 2) % 7] * 0.8 + 1.5 }
        CATransaction.begin()
        CATransaction.setAnimationDuration(0.6)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(controlPoints: 0.3, 1.4, 0.5, 1))
        layOutBars()
        show()
        CATransaction.commit()
    }
}
