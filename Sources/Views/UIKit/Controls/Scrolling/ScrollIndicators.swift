import QuartzCore

/// The thin bars that show which part of the content is visible while it moves.
@MainActor final class ScrollIndicators {
    private unowned let view: UIScrollView
    private var across: CALayer?
    private var down: CALayer?
    private static let thickness: CGFloat = 3, margin: CGFloat = 3, shortest: CGFloat = 36
    private static let key = "Agate.UIScrollView.fade"

    init(_ view: UIScrollView) { self.view = view }

    private func make() -> CALayer {
        let bar = CALayer()
        bar.cornerRadius = Self.thickness / 2
        bar.opacity = 0
        // In front of all content.
        bar.zPosition = 1000
        bar.delegate = NoAction.shared
        view.layer.addSublayer(bar)
        return bar
    }

    /// Updates the frames of the existing bars.
    func place() {
        let bounds = view.bounds
        if let down, let (start, length) = partDown {
            down.frame = CGRect(
                x: bounds.maxX - Self.margin - Self.thickness - roomDown.right, y: bounds.minY + start, width: Self.thickness,
                height: length
            )
        } else {
            down?.opacity = 0
        }
        if let across, let (start, length) = partAcross {
            across.frame = CGRect(
                x: bounds.minX + start, y: bounds.maxY - Self.margin - Self.thickness - roomAcross.bottom, width: length,
                height: Self.thickness
            )
        } else {
            across?.opacity = 0
        }
    }

    private var roomDown: UIEdgeInsets { view.room(view.verticalScrollIndicatorInsets) }
    private var roomAcross: UIEdgeInsets { view.room(view.horizontalScrollIndicatorInsets) }

    private var partDown: (CGFloat, CGFloat)? {
        guard view.showsVerticalScrollIndicator else { return nil }
        let room = roomDown
        return part(view.bounds.minY, view.bounds.height, view.verticalRange, room.top, room.bottom)
    }

    private var partAcross: (CGFloat, CGFloat)? {
        guard view.showsHorizontalScrollIndicator else { return nil }
        let room = roomAcross
        return part(view.bounds.minX, view.bounds.width, view.horizontalRange, room.left, room.right)
    }

    /// Returns a bar's start and length along an edge, or nil if all content is visible or there is no room for a bar.
    private func part(
        _ offset: CGFloat, _ length: CGFloat, _ range: ClosedRange<CGFloat>, _ first: CGFloat, _ last: CGFloat
    ) -> (CGFloat, CGFloat)? {
        let way = range.upperBound - range.lowerBound, room = length - first - last - 2 * Self.margin
        guard way > 0, room > Self.shortest else { return nil }
        var bar = max(Self.shortest, room * length / (way + length))
        let progress = (offset - range.lowerBound) / way
        // Beyond an edge, the bar is compressed against it.
        if progress < 0 { bar = max(8, bar + progress * way) } else if progress > 1 { bar = max(8, bar - (progress - 1) * way) }
        return (first + Self.margin + min(max(progress, 0), 1) * (room - bar), bar)
    }

    private var color: CGColor {
        switch view.indicatorStyle {
        case .default, .black: UIColor(white: 0, alpha: 0.35).cgColor
        case .white: UIColor(white: 1, alpha: 0.5).cgColor
        }
    }

    func show() {
        if down == nil, partDown != nil { down = make() }
        if across == nil, partAcross != nil { across = make() }
        for (bar, part) in [(across, partAcross), (down, partDown)] {
            guard let bar, part != nil else { continue }
            bar.removeAnimation(forKey: Self.key)
            bar.backgroundColor = color
            bar.opacity = 1
        }
        place()
    }

    /// Hides the bars after a short delay.
    func fade() {
        guard !view.isDragging, !view.isDecelerating else { return }
        for bar in [across, down] {
            guard let bar, bar.opacity > 0 else { continue }
            bar.opacity = 0
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue) = (1, 0)
            fade.duration = 0.25
            fade.beginTime = bar.convertTime(CACurrentMediaTime(), from: nil) + 0.5
            fade.fillMode = .backwards
            bar.add(fade, forKey: Self.key)
        }
    }
}

/// Prevents implicit animations of layers without a view.
final class NoAction: NSObject, CALayerDelegate, Sendable {
    static let shared = NoAction()
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
}
