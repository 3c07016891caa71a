import Agate
import Foundation
import UIKit
import XCTest

/// A program that makes and renders many hierarchies of views in one turn of the run loop, with a flush between them, as suites of
/// snapshots do, keeps none of them.
@MainActor final class FlushedViewTests: XCTestCase {
    nonisolated private static let live = Locked(0)

    /// Draws its own contents, a megabyte of pixels, and animates.
    final class CountedView: UIView {
        override init(frame: CGRect) {
            super.init(frame: frame)
            FlushedViewTests.live.withLock { $0 += 1 }
        }
        required init?(coder: NSCoder) { fatalError("not archived") }
        deinit { FlushedViewTests.live.withLock { $0 -= 1 } }
        override func draw(_ rect: CGRect) {
            UIColor.red.setFill()
            UIBezierPath(ovalIn: bounds).fill()
        }
    }

    private let size = CGSize(width: 512, height: 512)

    private func hierarchy() -> UIView {
        let root = UIView(frame: CGRect(origin: .zero, size: size))
        let drawn = CountedView(frame: root.bounds)
        drawn.backgroundColor = .clear
        root.addSubview(drawn)
        let label = UILabel(frame: CGRect(x: 10, y: 10, width: 200, height: 40))
        label.text = "A label"
        root.addSubview(label)
        root.addSubview(UIVisualEffectView(effect: UIBlurEffect(style: .light)))
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.fromValue, animation.toValue, animation.duration) = (0.5, 1, 10)
        drawn.layer.add(animation, forKey: nil)
        UIView.animate(withDuration: 5) { label.alpha = 0.5 }
        return root
    }

    /// Of the process, in MiB.
    private func residentMemory() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try XCTUnwrap(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 4096 >> 20
    }

    func testHierarchiesThatAreDrawnInOneTurn() async throws {
        let before = Self.live.withLock { $0 }
        var reached = 0
        for i in 0..<120 {
            let inWindow = i % 2 == 0
            try {
                let root = hierarchy()
                let window = inWindow ? UIWindow(frame: root.frame) : nil
                window?.addSubview(root)
                window?.isHidden = false
                let image = UIGraphicsImageRenderer(size: size).image { context in
                    if i % 3 == 0 {
                        root.layer.render(in: context.cgContext)
                    } else {
                        XCTAssertTrue(root.drawHierarchy(in: root.bounds, afterScreenUpdates: true))
                    }
                }
                XCTAssertEqual(try XCTUnwrap(image.cgImage).width, Int(size.width * image.scale))
                window?.isHidden = true
            }()
            CATransaction.flush()
            // What is allocated once has been by now.
            if i == 40 { reached = try residentMemory() }
        }
        XCTAssertEqual(Self.live.withLock { $0 }, before, "views that are still alive")
        // 79 further pictures: a megabyte kept of each would be seen.
        XCTAssertLessThan(try residentMemory() - reached, 40)
    }
}
