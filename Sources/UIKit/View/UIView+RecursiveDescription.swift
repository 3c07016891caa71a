import Foundation
import ObjectiveCRuntime
import QuartzCore

/// What programs ask views and controllers for by name, to print or compare trees.
extension UIView: SelectorSource {
    package nonisolated static func registerSelectors() {
        _ = Selector("recursiveDescription", of: UIView.self) { view, _ in view.recursiveDescription(0) }
    }

    /// The view and all under it, a line each, as Apple's debuggers print it.
    final func recursiveDescription(_ depth: Int) -> String {
        let line = String(repeating: "   | ", count: depth) + describedForTree
        return ([line] + subviews.map { $0.recursiveDescription(depth + 1) }).joined(separator: "\n")
    }

    private var describedForTree: String {
        func number(_ value: CGFloat) -> String { String(format: "%g", Double(value)) }
        func pointer(_ object: AnyObject) -> String { "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16) }
        var parts = ["\(type(of: self)): \(pointer(self))"]
        parts.append("frame = (\(number(frame.minX)) \(number(frame.minY)); \(number(frame.width)) \(number(frame.height)))")
        if let label = self as? UILabel, let text = label.text { parts.append("text = '\(text)'") }
        if clipsToBounds, !(self is UILabel) { parts.append("clipsToBounds = YES") }
        if alpha != 1 { parts.append("alpha = \(number(alpha))") }
        if isHidden { parts.append("hidden = YES") }
        if !isOpaque, !(self is UILabel) { parts.append("opaque = NO") }
        let letters = ["LM", "W", "RM", "TM", "H", "BM"].enumerated().filter { autoresizingMask.rawValue & (1 << UInt($0.offset)) != 0 }
        if !letters.isEmpty { parts.append("autoresize = " + letters.map(\.element).joined(separator: "+")) }
        if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
        if tag != 0 { parts.append("tag = \(tag)") }
        let layerName = self is UILabel ? "_UILabelLayer" : "\(type(of: layer))"
        parts.append("layer = <\(layerName): \(pointer(layer))>")
        return "<" + parts.joined(separator: "; ") + ">"
    }
}

extension UIViewController: SelectorSource {
    package nonisolated static func registerSelectors() {
        _ = Selector("_printHierarchy", of: UIViewController.self) { controller, _ in controller.printedHierarchy(0) }
    }

    private func printedHierarchy(_ depth: Int) -> String {
        func name(_ object: AnyObject) -> String {
            "<\(type(of: object)): 0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16) + ">"
        }
        let isShown = isViewLoaded && view.window != nil
        let shownView = isViewLoaded ? name(view) + (isShown ? "" : " not in the window") : "(view not loaded)"
        let line = String(repeating: "   | ", count: depth) + "\(name(self)), state: \(isShown ? "appeared" : "disappeared"), view: \(shownView)"
        return ([line] + children.map { $0.printedHierarchy(depth + 1) }).joined(separator: "\n")
    }
}

extension UIApplication: SelectorSource {
    package nonisolated static func registerSelectors() {
        _ = Selector("sharedApplication", of: UIApplication.Type.self) { type, _ in type.shared }
    }
}
