import QuartzCore

/// The background of a bar, and the line at its edge.
@MainActor struct BarBackground<Ground: UIView> {
    let ground: Ground
    let line = UIView()

    init(_ ground: Ground) {
        self.ground = ground
        ground.isUserInteractionEnabled = false
    }

    func add(to bar: UIView) {
        bar.addSubview(ground)
        bar.addSubview(line)
    }

    /// Adds the bar's own views, behind those that a program has added.
    func add(_ views: [UIView], to bar: UIView) {
        var lower: UIView = line
        for view in views {
            bar.insertSubview(view, aboveSubview: lower)
            lower = view
        }
    }

    /// Sets the colors of the background and of the line. The bar's own colors apply where the appearance has no set properties.
    /// - Parameters:
    ///   - hasImage: True if an image shows in place of the background color.
    ///   - hidesLine: True if no line shows.
    func show(_ appearance: UIBarAppearance, _ style: UIBarStyle, tint: UIColor?, hasImage: Bool, hidesLine: Bool = false) {
        let standard: UIColor = style == .black ? .black : .systemBackground
        ground.backgroundColor = hasImage ? nil : tint ?? (appearance.isSet ? appearance.backgroundColor : standard)
        line.backgroundColor = hidesLine ? nil : appearance.isSet ? appearance.shadowColor : .separator
    }

    /// Extends the background of a bar at the top up to the edge of the screen. The line is below the bar.
    func layOutAtTop(of bar: UIView) {
        let size = bar.bounds.size, above = bar.safeAreaInsets.top
        ground.frame = CGRect(x: 0, y: -above, width: size.width, height: size.height + above)
        line.frame = CGRect(x: 0, y: size.height, width: size.width, height: 1 / bar.traitCollection.usableScale)
    }

    /// Extends the background of a bar at the bottom down to the edge of the screen. The line is above the bar.
    func layOutAtBottom(of bar: UIView) {
        let size = bar.bounds.size, pixel = 1 / bar.traitCollection.usableScale
        ground.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height + bar.safeAreaInsets.bottom)
        line.frame = CGRect(x: 0, y: -pixel, width: size.width, height: pixel)
    }
}

extension UIImage {
    /// True if the image is the shadow image of a bar without a line: at most one point wide, such as an empty one.
    var hidesBarLine: Bool { size.width <= 1 }
}

extension UIBarAppearance {
    /// Calls a closure now, and whenever the bar's new appearance changes. The old appearance no longer calls its closure.
    static func follow(_ new: UIBarAppearance?, insteadOf old: UIBarAppearance?, _ changed: @escaping () -> Void) {
        if old !== new { old?.onChange = nil }
        new?.onChange = changed
        changed()
    }
}
