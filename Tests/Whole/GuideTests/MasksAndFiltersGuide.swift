import Agate
import XCTest

/// The code of `Guides/MasksAndFilters.md`.
final class MasksAndFiltersGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 260, height: 120), scale: 2, background: .white)
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 15, y: 15, width: 110, height: 90)
        gradient.colors = [CGColor(red: 0.96, green: 0.73, blue: 0.26, alpha: 1), CGColor(red: 0.56, green: 0.29, blue: 0.62, alpha: 1)]
        let hole = CAShapeLayer()
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 110, height: 90))
        path.addEllipse(in: CGRect(x: 30, y: 20, width: 50, height: 50))
        hole.path = path
        hole.fillRule = .evenOdd
        gradient.mask = hole

        let blurred = CAGradientLayer()
        blurred.frame = CGRect(x: 140, y: 15, width: 105, height: 90)
        blurred.colors = gradient.colors
        let blur = CAFilter(type: "gaussianBlur")
        blur.setValue(6, forKey: "inputRadius")
        blurred.filters = [blur]
        host.perform { for layer in [gradient, blurred] { host.layer.addSublayer(layer) } }
        picture(host.image(), "masks-and-filters")
    }
}
