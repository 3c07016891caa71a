import Foundation
import QuartzCore

/// The hierarchies of views and controllers as text, in the format of Apple's debugging methods.
extension UIView {
    /// Returns a description of the view and its descendants, one on each line.
    public func recursiveDescription() -> String {
        var lines: [String] = []
        describe(0, &lines)
        return lines.joined(separator: "\n")
    }

    private func describe(_ depth: Int, _ lines: inout [String]) {
        lines.append(String(repeating: "   | ", count: depth) + summary)
        for view in subviews { view.describe(depth + 1, &lines) }
    }

    private static func number(_ value: CGFloat) -> String { String(format: "%g", Double(value)) }

    /// The view's class, address and frame, and its properties with values other than the default.
    final var summary: String {
        let n = Self.number, f = frame
        var parts = ["<\(Self.name(self))", "frame = (\(n(f.minX)) \(n(f.minY)); \(n(f.width)) \(n(f.height)))"]
        if let label = self as? UILabel, let text = label.text { parts.append("text = '\(text)'") }
        if !transform.isIdentity { parts.append("transform = \(NSCoder.string(for: transform))") }
        if clipsToBounds { parts.append("clipsToBounds = YES") }
        if isHidden { parts.append("hidden = YES") }
        if alpha != 1 { parts.append("alpha = \(n(alpha))") }
        let letters = ["LM", "W", "RM", "TM", "H", "BM"].enumerated().filter { autoresizingMask.rawValue & (1 << UInt($0.offset)) != 0 }
        if !letters.isEmpty { parts.append("autoresize = " + letters.map(\.element).joined(separator: "+")) }
        if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
        if tag != 0 { parts.append("tag = \(tag)") }
        parts.append("layer = <\(Self.name(layer))>>")
        return parts.joined(separator: "; ")
    }

    static func name(_ object: AnyObject) -> String {
        "\(type(of: object)): 0x\(String(UInt(bitPattern: ObjectIdentifier(object).hashValue), radix: 16))"
    }
}

extension UIViewController {
    /// Returns a description of the controller, its descendants and the controllers it presents, one on each line.
    public func _printHierarchy() -> String {
        var lines: [String] = []
        describe(0, "", &lines)
        return lines.joined(separator: "\n")
    }

    private func describe(_ depth: Int, _ mark: String, _ lines: inout [String]) {
        let state =
            switch appearance {
            case .gone: "disappeared"
            case .appearing: "appearing"
            case .shown: "appeared"
            case .disappearing: "disappearing"
            }
        let view = viewIfLoaded.map { "<\(UIView.name($0))>" } ?? "(view not loaded)"
        let away = viewIfLoaded != nil && viewIfLoaded?.window == nil ? " not in the window" : ""
        lines.append(String(repeating: "   | ", count: depth) + mark + "<\(UIView.name(self))>, state: \(state), view: \(view)\(away)")
        for child in children { child.describe(depth + 1, "", &lines) }
        presented?.describe(depth + 1, "+ ", &lines)
    }
}
