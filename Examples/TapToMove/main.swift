// A tap sends the layer on its way; a tap on the layer changes its colour. While it moves it is its presentation layer that stands where it
// is seen, so that is what is asked whether it was hit.
import ExampleSupport
import ExampleUIKit

final class MoveViewController: UIViewController {
    private let colorLayer = CALayer()
    private var random = SeededGenerator(seed: 3)

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .white
        colorLayer.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
        colorLayer.position = CGPoint(x: 100, y: 80)
        colorLayer.backgroundColor = UIColor.red.cgColor
        view.layer.addSublayer(colorLayer)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let point = touches.first?.location(in: view) else { return }
        if colorLayer.presentation()?.hitTest(point) != nil {
            colorLayer.backgroundColor =
                UIColor(
                    red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
                    blue: .random(in: 0...1, using: &random), alpha: 1
                ).cgColor
        } else {
            CATransaction.begin()
            CATransaction.setAnimationDuration(4)
            colorLayer.position = point
            CATransaction.commit()
        }
    }
}

try runExample("TapToMove", size: CGSize(width: 200, height: 160)) {
    MoveViewController()
} script: { script in
    script.picture()
    script.tap(170, 130)  // beside it: it sets out
    script.pictures(every: 0.4, 3)
    script.tap(170, 130)  // where its model stands already, but it is not seen there: no hit
    script.wait(0.2)
    script.picture()
    script.tap(130, 100)  // where it is seen: another colour
    script.pictures(every: 0.1, 4)
    script.wait(1)
    script.pictures(every: 1, 3)
}
