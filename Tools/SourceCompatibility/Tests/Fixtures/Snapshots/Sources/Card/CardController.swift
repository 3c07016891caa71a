import UIKit

/// Shows one card.
public final class CardController: UIViewController {
    public override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemTeal
        view.addSubview(CardView(frame: CGRect(x: 20, y: 40, width: 160, height: 80)))
    }
}
