import UIKit

public class Missing: UIView {
    let browser = UINotInventedYet()
    @objc func tapped() { self.notInventedYet() }
    func again() { notThere(UINotInventedYet()) }
}
