import KDCircularProgress
import UIKit

try MainActor.assumeIsolated {
    try film("ring.mp4", size: CGSize(width: 200, height: 200), seconds: 3) { view in
        view.backgroundColor = UIColor(white: 0.22, alpha: 1)
        let ring = KDCircularProgress(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        ring.startAngle = -90
        ring.progressThickness = 0.2
        ring.trackThickness = 0.6
        ring.gradientRotateSpeed = 2
        ring.glowMode = .forward
        ring.glowAmount = 0.9
        ring.set(colors: .cyan, .white, .magenta, .white, .orange)
        view.addSubview(ring)
        ring.animate(fromAngle: 0, toAngle: 360, duration: 2.5) { _ in }
    }
}
