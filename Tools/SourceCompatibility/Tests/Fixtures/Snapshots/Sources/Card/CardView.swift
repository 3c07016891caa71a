import UIKit

/// A card with a title, a ring that shows a share, and a button.
@IBDesignable public final class CardView: UIView {
    @IBInspectable public var share: CGFloat = 0.25 { didSet { setNeedsLayout() } }
    public private(set) var taps = 0
    private let title = UILabel(), button = UIButton(type: .system), ring = CAShapeLayer()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .white
        layer.cornerRadius = 12
        layer.borderWidth = 1
        layer.borderColor = UIColor.lightGray.cgColor
        title.text = "Card"
        title.font = UIFont(name: "Helvetica-Bold", size: 17)
        title.textColor = .black
        button.setTitle("More", for: .normal)
        button.addTarget(self, action: #selector(tapped(_:)), for: .touchUpInside)
        ring.fillColor = nil
        ring.strokeColor = UIColor.systemBlue.cgColor
        ring.lineWidth = 4
        for view in [title, button] {
            view.translatesAutoresizingMaskIntoConstraints = false
            addSubview(view)
        }
        layer.addSublayer(ring)
        NSLayoutConstraint.activate([
            title.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 12),
            title.topAnchor.constraint(equalTo: topAnchor, constant: 12),
            button.leadingAnchor.constraint(equalTo: title.leadingAnchor),
            button.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -8),
        ])
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    public override func layoutSubviews() {
        super.layoutSubviews()
        let box = CGRect(x: bounds.maxX - 52, y: 12, width: 40, height: 40)
        ring.path =
            UIBezierPath(
                arcCenter: CGPoint(x: box.midX, y: box.midY), radius: 18, startAngle: -.pi / 2, endAngle: -.pi / 2 + 2 * .pi * share,
                clockwise: true
            ).cgPath
    }

    @objc private func tapped(_ sender: UIButton) { taps += 1 }
}
