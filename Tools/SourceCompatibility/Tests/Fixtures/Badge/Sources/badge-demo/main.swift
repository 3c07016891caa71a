import Badge
import UIKit

final class Listener: NSObject, BadgeViewDelegate {
    var heard: [String] = []
    func badge(_ badge: BadgeView, didTap count: Int) { heard.append("tap \(count)") }
    func badgeWillTap(_ badge: BadgeView) { heard.append("will") }
}

MainActor.assumeIsolated {
    let badge = BadgeView(frame: CGRect(x: 0, y: 0, width: 40, height: 20)), listener = Listener()
    badge.delegate = listener
    badge.sendActions(for: .touchUpInside)
    badge.layoutIfNeeded()
    print(
        listener.heard.joined(separator: ", "), BadgeView.word, badge.layer.cornerRadius,
        CommandLine.arguments.dropFirst().joined(separator: " "))
}
