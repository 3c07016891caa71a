import NVActivityIndicatorView
import UIKit

try MainActor.assumeIsolated {
    try film("spinners.mp4", size: CGSize(width: 400, height: 300), seconds: 3) { view in
        view.backgroundColor = UIColor(red: 0.93, green: 0.33, blue: 0.40, alpha: 1)
        for (index, type) in NVActivityIndicatorType.allCases.filter({ $0 != .blank }).enumerated() {
            let place = CGRect(x: 8 + index % 8 * 49, y: 8 + index / 8 * 60, width: 36, height: 36)
            let spinner = NVActivityIndicatorView(frame: place, type: type, color: .white, padding: 2)
            view.addSubview(spinner)
            spinner.startAnimating()
        }
    }
}
