import Agate
import AgateFormats
import CoreText
import Foundation
import ImageIO
import QuartzCore
import UIKit

/// Whatever takes a list, a tree, a table or a text, with more and more in it: each is asked to cost no more than in proportion.
extension CurveScenes {
    static var collections: [Curve] { texts + lists + programLists + views }

    private static let sizes = [500, 1000, 2000, 4000]

    /// The fastest of three, each with things of its own.
    private static func fresh<Things>(_ make: () -> Things, _ work: (Things) -> Void) -> Double {
        (0..<3).map { _ in
            let things = make()
            return Measure.milliseconds { work(things) }
        }.min() ?? .infinity
    }

    private static func shown(_ layer: CALayer, _ size: CGSize = CGSize(width: 400, height: 400)) -> Double {
        let host = OffscreenHost(size: size)
        return Measure.milliseconds {
            host.perform {
                layer.frame = CGRect(origin: .zero, size: size)
                host.layer.addSublayer(layer)
            }
            host.paint(at: 0)
        }
    }

    private static var texts: [Curve] {
        func text(_ words: Int) -> String { (0..<words).map { "word\($0 % 97)" }.joined(separator: " ") }
        func styled(_ runs: Int) -> NSAttributedString {
            let text = NSMutableAttributedString(string: text(runs))
            for i in 0..<runs {
                let color = CGColor(red: Double(i % 7) / 7, green: 0, blue: 0, alpha: 1)
                text.addAttribute(.foregroundColor, value: color, range: NSRange(location: i * 4, length: 3))
            }
            return text
        }
        return [
            Curve(name: "a wrapped text layer of n words", sizes: sizes) { n in
                let layer = CATextLayer()
                (layer.string, layer.isWrapped, layer.fontSize) = (text(n), true, 8)
                return shown(layer)
            },
            Curve(name: "a text layer of n words in one line, truncated", sizes: sizes) { n in
                let layer = CATextLayer()
                (layer.string, layer.truncationMode, layer.fontSize) = (text(n), .end, 8)
                return shown(layer)
            },
            Curve(name: "a text layer of n lines", sizes: sizes) { n in
                let layer = CATextLayer()
                (layer.string, layer.fontSize) = ((0..<n).map { "line \($0)" }.joined(separator: "\n"), 8)
                return shown(layer)
            },
            Curve(name: "a text layer of n runs of attributes", sizes: sizes) { n in
                let layer = CATextLayer()
                (layer.string, layer.isWrapped, layer.fontSize) = (styled(n), true, 8)
                return shown(layer)
            },
            Curve(name: "a label of n words in many lines measured", sizes: sizes) { n in
                fresh({ text(n) }) { text in
                    MainActor.assumeIsolated {
                        let label = UILabel()
                        (label.text, label.numberOfLines) = (text, 0)
                        _ = label.sizeThatFits(CGSize(width: 300, height: 100_000))
                    }
                }
            },
            Curve(name: "n characters typed into a text view, each measured", sizes: [100, 200, 400, 800]) { n in
                fresh({ MainActor.assumeIsolated { UITextView(frame: CGRect(x: 0, y: 0, width: 300, height: 300)) } }) { view in
                    MainActor.assumeIsolated { for i in 0..<n { view.insertText(i % 6 == 5 ? " " : "a") } }
                }
            },
            Curve(name: "n fonts of different sizes", sizes: sizes) { n in
                Measure.milliseconds {
                    for i in 0..<n { _ = CTFontGetAscent(CTFontCreateWithName("Helvetica" as CFString, 8 + CGFloat(i) / 100, nil)) }
                }
            },
        ]
    }

    private static var lists: [Curve] {
        func color(_ i: Int) -> CGColor { CGColor(red: Double(i % 11) / 11, green: Double(i % 5) / 5, blue: 0, alpha: 1) }
        return [
            Curve(name: "a gradient of n stops", sizes: sizes) { n in
                let layer = CAGradientLayer()
                layer.colors = (0..<n).map(color)
                return shown(layer)
            },
            Curve(name: "a line of n dashes", sizes: sizes) { n in
                let layer = CAShapeLayer(), path = CGMutablePath()
                path.move(to: .zero)
                path.addLine(to: CGPoint(x: Double(n) * 4, y: 300))
                (layer.path, layer.strokeColor, layer.lineDashPattern) = (path, color(3), [2, 2])
                return shown(layer)
            },
            Curve(name: "a dash pattern of n lengths", sizes: sizes) { n in
                let layer = CAShapeLayer(), path = CGMutablePath()
                path.move(to: .zero)
                path.addLine(to: CGPoint(x: 4000, y: 300))
                (layer.path, layer.strokeColor) = (path, color(3))
                layer.lineDashPattern = (0..<n).map { NSNumber(value: 1 + Double($0 % 3)) }
                return shown(layer)
            },
            Curve(name: "n keyframes, every one of them shown", sizes: [250, 500, 1000, 2000]) { n in
                let scene = CurveScene(1)
                scene.host.perform {
                    let move = CAKeyframeAnimation(keyPath: "position.x")
                    move.values = (0..<n).map { NSNumber(value: Double($0 % 1000)) }
                    move.duration = Double(n) / 60
                    scene.layers[0].add(move, forKey: nil)
                }
                return Measure.milliseconds { for i in 1...n { scene.host.paint(at: Double(i) / 60) } }
            },
            Curve(name: "n animations of one property of one layer", sizes: sizes) { n in
                fresh({ CurveScene(1) }) { scene in
                    scene.host.perform { for _ in 0..<n { scene.move(scene.layers[0]) } }
                    scene.host.paint(at: 0.1)
                }
            },
            Curve(name: "n animations by keys, asked for and taken away", sizes: sizes) { n in
                fresh({ CurveScene(1) }) { scene in
                    scene.host.perform {
                        for i in 0..<n {
                            let fade = CABasicAnimation(keyPath: "opacity")
                            (fade.toValue, fade.duration) = (0, 10)
                            scene.layers[0].add(fade, forKey: "\(i)")
                        }
                    }
                    for i in 0..<n { _ = scene.layers[0].animation(forKey: "\(i)") }
                    scene.host.perform { for i in 0..<n { scene.layers[0].removeAnimation(forKey: "\(i)") } }
                }
            },
            Curve(name: "a group of n animations", sizes: sizes) { n in
                fresh({ CurveScene(1) }) { scene in
                    scene.host.perform {
                        let group = CAAnimationGroup()
                        group.duration = 10
                        group.animations = (0..<n).map { i in
                            let fade = CABasicAnimation(keyPath: "opacity")
                            (fade.toValue, fade.beginTime, fade.duration) = (0, Double(i) / 100, 1)
                            return fade
                        }
                        scene.layers[0].add(group, forKey: nil)
                    }
                    scene.host.paint(at: 0.1)
                }
            },
            Curve(name: "n keys of a program's own on one layer", sizes: sizes) { n in
                fresh({ CurveScene(1) }) { scene in
                    scene.host.perform { for i in 0..<n { scene.layers[0].setValue(i, forKey: "own\(i)") } }
                    for i in 0..<n { _ = scene.layers[0].value(forKey: "own\(i)") }
                }
            },
            Curve(name: "n inserted at the front, one by one", sizes: sizes) { n in
                fresh({ (CurveScene(1), (0..<n).map { _ in CALayer() }) }) { scene, layers in
                    scene.quietly { for layer in layers { scene.top.insertSublayer(layer, at: 0) } }
                }
            },
            Curve(name: "n inserted below the one before", sizes: sizes) { n in
                fresh({ (CurveScene(1), (0..<n).map { _ in CALayer() }) }) { scene, layers in
                    scene.quietly {
                        var last = scene.layers[0]
                        for layer in layers {
                            scene.top.insertSublayer(layer, below: last)
                            last = layer
                        }
                    }
                }
            },
            Curve(name: "n replaced one by one", sizes: sizes) { n in
                fresh({ (CurveScene(n), (0..<n).map { _ in CALayer() }) }) { scene, layers in
                    scene.quietly { for (old, new) in zip(scene.layers, layers) { scene.top.replaceSublayer(old, with: new) } }
                }
            },
            Curve(name: "a chain of n CAConstraints", sizes: [125, 250, 500, 1000]) { n in
                fresh({ CurveScene(n) }) { scene in
                    scene.quietly {
                        scene.top.layoutManager = CAConstraintLayoutManager()
                        for (i, layer) in scene.layers.enumerated() {
                            layer.name = "l\(i)"
                            layer.addConstraint(
                                CAConstraint(
                                    attribute: .minX, relativeTo: i == 0 ? "superlayer" : "l\(i - 1)", attribute: i == 0 ? .minX : .maxX,
                                    offset: 1))
                        }
                        scene.top.setNeedsLayout()
                    }
                }
            },
            Curve(name: "n layers archived and read back", sizes: [125, 250, 500, 1000]) { n in
                fresh({ CurveScene(n) }) { scene in
                    guard let data = try? NSKeyedArchiver.archivedData(withRootObject: scene.top, requiringSecureCoding: false) else {
                        return
                    }
                    _ = try? NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
                }
            },
            Curve(name: "an animated image of n frames, each decoded", sizes: [50, 100, 200, 400]) { n in
                guard let gif = animatedImage(n) else { return .nan }
                return Measure.milliseconds {
                    guard let source = CGImageSourceCreateWithData(gif as CFData, nil) else { return }
                    for i in 0..<CGImageSourceGetCount(source) { _ = CGImageSourceCreateImageAtIndex(source, i, nil) }
                }
            },
        ]
    }

    private static func animatedImage(_ frames: Int) -> Data? {
        let data = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(data as CFMutableData, "com.compuserve.gif" as CFString, frames, nil)
        else {
            return nil
        }
        for i in 0..<frames {
            guard
                let context = CGContext(
                    data: nil, width: 16, height: 16, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            else { return nil }
            context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
            context.fill(CGRect(x: i % 16, y: i / 16 % 16, width: 1, height: 1))
            guard let image = context.makeImage() else { return nil }
            CGImageDestinationAddImage(destination, image, nil)
        }
        return CGImageDestinationFinalize(destination) ? data as Data : nil
    }

    private static var programLists: [Curve] {
        [
            Curve(name: "n completion blocks in one transaction", sizes: sizes) { n in
                fresh({ CurveScene(n) }) { scene in
                    var done = 0
                    scene.host.perform {
                        for layer in scene.layers {
                            CATransaction.setCompletionBlock { done += 1 }
                            layer.opacity = 0.3
                        }
                    }
                    scene.host.advance(to: 10)
                }
            },
            Curve(name: "n transactions inside each other", sizes: sizes) { n in
                fresh({ CurveScene(n) }) { scene in
                    scene.host.perform {
                        for layer in scene.layers {
                            CATransaction.begin()
                            layer.opacity = 0.3
                        }
                        for _ in scene.layers { CATransaction.commit() }
                    }
                }
            },
            Curve(name: "n display links made, called and ended", sizes: [125, 250, 500, 1000]) { n in
                fresh({ CurveScene(1) }) { scene in
                    var ticks = 0
                    scene.host.perform {
                        let links = (0..<n).map { _ in CADisplayLink { _ in ticks += 1 } }
                        for link in links { link.add(to: .main, forMode: .common) }
                        for link in links { link.invalidate() }
                    }
                }
            },
            Curve(name: "n observers of one layer", sizes: sizes) { n in
                fresh({ CurveScene(1) }) { scene in
                    var seen = 0
                    let tokens = (0..<n).map { _ in scene.layers[0].observe(\.opacity) { _, _ in seen += 1 } }
                    scene.host.perform { scene.layers[0].opacity = 0.5 }
                    for token in tokens { token.invalidate() }
                }
            },
        ]
    }

    private static var views: [Curve] {
        func onMain(_ body: @MainActor () -> Void) { MainActor.assumeIsolated(body) }
        return [
            Curve(name: "a chain of n views held by constraints", sizes: [250, 500, 1000, 2000]) { n in
                Measure.milliseconds {
                    onMain {
                        let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
                        var last = root.topAnchor
                        for _ in 0..<n {
                            let view = UIView()
                            view.translatesAutoresizingMaskIntoConstraints = false
                            root.addSubview(view)
                            NSLayoutConstraint.activate([
                                view.topAnchor.constraint(equalTo: last, constant: 1), view.heightAnchor.constraint(equalToConstant: 3),
                                view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
                                view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
                            ])
                            last = view.bottomAnchor
                        }
                        root.layoutIfNeeded()
                    }
                }
            },
            Curve(name: "n views in each other", sizes: sizes) { n in
                Measure.milliseconds {
                    onMain {
                        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
                        var last: UIView = window
                        for _ in 0..<n {
                            let view = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
                            last.addSubview(view)
                            last = view
                        }
                        window.layoutIfNeeded()
                    }
                }
            },
            Curve(name: "n views sent to the back, one by one", sizes: sizes) { n in
                Measure.milliseconds {
                    onMain {
                        let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
                        for _ in 0..<n { root.insertSubview(UIView(), at: 0) }
                        for view in root.subviews { root.sendSubviewToBack(view) }
                    }
                }
            },
            Curve(name: "a stack view of n labels", sizes: [125, 250, 500, 1000]) { n in
                Measure.milliseconds {
                    onMain {
                        let stack = UIStackView(frame: CGRect(x: 0, y: 0, width: 300, height: Double(n) * 20))
                        stack.axis = .vertical
                        for i in 0..<n {
                            let label = UILabel()
                            label.text = "label \(i)"
                            stack.addArrangedSubview(label)
                        }
                        stack.layoutIfNeeded()
                    }
                }
            },
            Curve(name: "n gestures of one view", sizes: [125, 250, 500, 1000]) { n in
                Measure.milliseconds {
                    onMain {
                        let view = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
                        for _ in 0..<n { view.addGestureRecognizer(UITapGestureRecognizer()) }
                        for gesture in view.gestureRecognizers ?? [] { view.removeGestureRecognizer(gesture) }
                    }
                }
            },
            Curve(name: "a table of n rows, scrolled to its end", sizes: sizes) { n in
                Measure.milliseconds {
                    onMain {
                        let rows = CurveRows(count: n), table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
                        table.dataSource = rows
                        table.reloadData()
                        table.layoutIfNeeded()
                        for step in 0..<n {
                            table.contentOffset.y = CGFloat(step) * 40
                            table.layoutIfNeeded()
                        }
                    }
                }
            },
        ]
    }
}

private final class CurveRows: NSObject, UITableViewDataSource {
    let count: Int
    init(count: Int) { self.count = count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row") ?? UITableViewCell(style: .default, reuseIdentifier: "row")
        cell.textLabel?.text = "row \(indexPath.row)"
        return cell
    }
}
