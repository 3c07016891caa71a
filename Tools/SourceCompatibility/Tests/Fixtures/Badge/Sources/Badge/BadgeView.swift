import UIKit

@objc public protocol BadgeViewDelegate: AnyObject {
    func badge(_ badge: BadgeView, didTap count: Int)
    @objc optional func badgeWillTap(_ badge: BadgeView)
}

@IBDesignable open class BadgeView: UIControl {
    @IBInspectable open var count: Int = 0 { didSet { setNeedsDisplay() } }
    @IBOutlet open weak var delegate: BadgeViewDelegate?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        addTarget(self, action: #selector(tapped(_:)), for: .touchUpInside)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    @objc private func tapped(_ sender: BadgeView) {
        delegate?.badgeWillTap?(self)
        count += 1
        delegate?.badge(self, didTap: count)
    }

    public static var word: String {
        let url = Bundle.module.url(forResource: "word", withExtension: "txt")
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "none"
    }

    static var system: String {
        #if os(iOS)
        return "phone"
        #elseif os(macOS)
        return "mac"
        #else
        return "other"
        #endif
    }

    public static let place = "\(#fileID):\(#line)"
    public static let file = "\(#filePath)"
}

// Called by names that are made at run time.
extension BadgeView {
    @objc func showSpark() -> String { "spark" }
    @objc private func showBurn(_ times: NSNumber) -> String { "burn \(times)" }
}
