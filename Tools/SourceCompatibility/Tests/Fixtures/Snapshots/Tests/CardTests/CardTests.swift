import SnapshotTesting
import UIKit
import XCTest
@testable import Card

final class CardTests: XCTestCase {
    private let frame = CGRect(x: 0, y: 0, width: 160, height: 80)

    func testView() {
        let card = CardView(frame: frame)
        assertSnapshot(of: card, as: .image)
        assertSnapshot(of: card, as: .image(precision: 0.99, perceptualPrecision: 0.98), named: "perceptual")
        assertSnapshot(of: card, as: .recursiveDescription)
    }

    func testDark() {
        let card = CardView(frame: frame)
        card.backgroundColor = .systemBackground
        assertSnapshot(of: card, as: .image(traits: UITraitCollection(userInterfaceStyle: .dark)))
    }

    func testController() {
        assertSnapshot(of: CardController(), as: .image(on: .iPhoneSe))
        assertSnapshot(of: CardController(), as: .recursiveDescription(on: .iPhoneSe))
        assertSnapshot(of: CardController(), as: .hierarchy)
    }

    func testLayer() {
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 0, y: 0, width: 80, height: 40)
        gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
        assertSnapshot(of: gradient as CALayer, as: .image)
    }

    func testPath() {
        let path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 40, height: 30))
        assertSnapshot(of: path, as: .image)
        assertSnapshot(of: path.cgPath, as: .image)
        assertSnapshot(of: path, as: .elementsDescription)
    }

    func testImage() {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { context in
            UIColor.orange.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
        }
        assertSnapshot(of: image, as: .image)
    }

    func testDump() {
        struct Place { let name = "A", frame = CGRect(x: 1, y: 2, width: 3, height: 4) }
        assertSnapshot(of: Place(), as: .dump)
    }
}
