// The same button, but the layer is a view's own: the view is its delegate and answers that nothing animates, so the colour snaps.
import ExampleSupport
import ExampleUIKit

final class ColorViewController: UIViewController {
    private let layerView = UIView(frame: CGRect(x: 60, y: 20, width: 80, height: 80))
    private var random = SeededGenerator(seed: 7)

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemGray5
        layerView.layer.backgroundColor = UIColor.blue.cgColor
        view.addSubview(layerView)
        let button = UIButton(type: .system, primaryAction: UIAction(title: "Change Color") { [unowned self] _ in changeColor() })
        button.frame = CGRect(x: 40, y: 115, width: 120, height: 30)
        button.titleLabel?.font = .systemFont(ofSize: 15)
        view.addSubview(button)
    }

    private func changeColor() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        layerView.layer.backgroundColor =
            UIColor(
                red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
                blue: .random(in: 0...1, using: &random), alpha: 1
            ).cgColor
        CATransaction.commit()
    }
}

try runExample("ButtonBackingLayer", size: CGSize(width: 200, height: 170)) {
    ColorViewController()
} script: { script in
    script.picture()
    for _ in 0..<2 {
        script.tap(100, 130)
        script.pictures(every: 0.06, 5)
        script.wait(0.5)
    }
    script.picture()
}
