// The layer's `actions` name a transition for one key: each new colour pushes the old one out to the right.
import ExampleSupport
import ExampleUIKit

final class ColorViewController: UIViewController {
    private let colorLayer = CALayer()
    private var random = SeededGenerator(seed: 7)

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemGray5
        let layerView = UIView(frame: CGRect(x: 40, y: 20, width: 120, height: 130))
        layerView.backgroundColor = .white
        layerView.clipsToBounds = true
        view.addSubview(layerView)
        colorLayer.frame = CGRect(x: 20, y: 10, width: 80, height: 80)
        colorLayer.backgroundColor = UIColor.blue.cgColor
        let transition = CATransition()
        transition.type = .push
        transition.subtype = .fromLeft
        colorLayer.actions = ["backgroundColor": transition]
        layerView.layer.addSublayer(colorLayer)
        let button = UIButton(type: .system, primaryAction: UIAction(title: "Change Color") { [unowned self] _ in changeColor() })
        button.frame = CGRect(x: 0, y: 95, width: 120, height: 30)
        button.titleLabel?.font = .systemFont(ofSize: 15)
        layerView.addSubview(button)
    }

    private func changeColor() {
        colorLayer.backgroundColor =
            UIColor(
                red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
                blue: .random(in: 0...1, using: &random), alpha: 1
            ).cgColor
    }
}

try runExample("ButtonPush", size: CGSize(width: 200, height: 170)) {
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
