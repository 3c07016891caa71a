import QuartzCore

/// The state of a drag.
struct ScrollDrag {
    var isOn = false
    /// The offset at the start of the drag, without the resistance at the edges.
    var start = CGPoint.zero
    /// True if the drag moves the content horizontally.
    var movesAcross = true
    var movesDown = true
    /// True if the touch stopped a movement of the content.
    var wasStopped = false
}

/// A movement of the content without a finger: deceleration or an animation.
struct ScrollFlight {
    enum Kind { case free, animation }

    let kind: Kind
    let x: ScrollMotion
    let y: ScrollMotion
    var began = 0.0
    /// The distance by which the content was moved meanwhile.
    var shift = CGPoint.zero

    init(_ kind: Kind, x: ScrollMotion, y: ScrollMotion) { (self.kind, self.x, self.y) = (kind, x, y) }

    var duration: Double { max(x.duration, y.duration) }
    func offset(at time: Double) -> CGPoint { CGPoint(x: x.value(at: time - began) + shift.x, y: y.value(at: time - began) + shift.y) }
}

extension UIScrollView {
    // MARK: Edges

    /// The range of horizontal offsets that show no area beyond the content.
    final var horizontalRange: ClosedRange<CGFloat> {
        let inset = adjustedContentInset
        return -inset.left...max(-inset.left, contentSize.width + inset.right - bounds.width)
    }

    /// The range of vertical offsets that show no area beyond the content.
    final var verticalRange: ClosedRange<CGFloat> {
        let inset = adjustedContentInset
        return -inset.top...max(-inset.top, contentSize.height + inset.bottom - bounds.height)
    }

    /// Returns the nearest offset that shows no area beyond the content.
    final func inside(_ offset: CGPoint) -> CGPoint {
        CGPoint(
            x: min(max(offset.x, horizontalRange.lowerBound), horizontalRange.upperBound),
            y: min(max(offset.y, verticalRange.lowerBound), verticalRange.upperBound)
        )
    }

    /// Moves the offset back after the content has shrunk. A motion that would end beyond the content bounces at its new end, unless that
    /// is more than a page back. Offsets before the content are the program's.
    final func returnToContent() {
        guard !isTracking, !isDragging, !zoom.isOn else { return }
        func inContent(_ offset: CGPoint) -> CGPoint {
            CGPoint(x: min(offset.x, horizontalRange.upperBound), y: min(offset.y, verticalRange.upperBound))
        }
        if let flight {
            let end = flight.offset(at: flight.began + flight.duration)
            if inContent(end) == end { return }
            let here = bounds.origin, edge = inContent(here)
            if max(here.x - edge.x, 0) <= bounds.width, max(here.y - edge.y, 0) <= bounds.height { return redirect(flight) }
            stop()
        }
        let offset = inContent(bounds.origin)
        if offset != bounds.origin { move(to: offset) }
    }

    /// Moves content that lay in an old inset, and lies beyond the new one, to its edge. Programs animate it so after a refresh.
    final func leaveInset(_ old: UIEdgeInsets) {
        guard !isTracking, !isDragging, !zoom.isOn, flight == nil else { return }
        func moved(_ offset: CGFloat, _ range: ClosedRange<CGFloat>, _ before: CGFloat, _ after: CGFloat) -> CGFloat {
            // The lost parts of the insets before and after the content.
            if offset < range.lowerBound, offset >= range.lowerBound - before { return range.lowerBound }
            if offset > range.upperBound, offset <= range.upperBound + after { return range.upperBound }
            return offset
        }
        let offset = CGPoint(
            x: moved(bounds.minX, horizontalRange, old.left - contentInset.left, old.right - contentInset.right),
            y: moved(bounds.minY, verticalRange, old.top - contentInset.top, old.bottom - contentInset.bottom))
        if offset != bounds.origin { move(to: offset) }
    }

    final var canMoveAcross: Bool { horizontalRange.lowerBound < horizontalRange.upperBound || (bounces && alwaysBounceHorizontal) }
    final var canMoveDown: Bool { verticalRange.lowerBound < verticalRange.upperBound || (bounces && alwaysBounceVertical) }

    // MARK: Moving

    /// Rounds a length to whole pixels, so that moving content is as sharp as resting content.
    final func pixels(_ length: CGFloat) -> CGFloat {
        let scale = traitCollection.usableScale
        return (length * scale).rounded() / scale
    }

    final func pixels(_ point: CGPoint) -> CGPoint { CGPoint(x: pixels(point.x), y: pixels(point.y)) }

    final func move(to offset: CGPoint) {
        guard offset != bounds.origin, offset.x.isFinite, offset.y.isFinite else { return }
        bounds.origin = offset
    }

    final func scrolled() {
        // An offset that is set in code shows no indicators.
        if drag.isOn || flight != nil { indicators.show() } else { indicators.place() }
        refreshControl?.moved()
        delegate?.scrollViewDidScroll(self)
    }

    /// Moves the content by a distance without ending a drag, a deceleration or an animation of the offset.
    final func shiftContent(by distance: CGPoint) {
        guard distance != .zero, distance.x.isFinite, distance.y.isFinite else { return }
        drag.start.x += distance.x
        drag.start.y += distance.y
        flight?.shift.x += distance.x
        flight?.shift.y += distance.y
        move(to: CGPoint(x: bounds.minX + distance.x, y: bounds.minY + distance.y))
    }

    /// Stops deceleration or an animation at the current offset.
    final func stop() {
        guard let old = flight else { return }
        flight = nil
        link?.invalidate()
        link = nil
        indicators.fade()
        if old.kind == .free { delegate?.scrollViewDidEndDecelerating(self) } else { delegate?.scrollViewDidEndScrollingAnimation(self) }
    }

    /// Continues a motion at its velocity, for the present size of the content.
    private func redirect(_ old: ScrollFlight) {
        let now = CACurrentMediaTime(), step = 0.001
        let before = old.offset(at: now - step), here = old.offset(at: now)
        func free(_ from: CGFloat, _ last: CGFloat, _ range: ClosedRange<CGFloat>) -> ScrollMotion {
            ScrollMotion.free(from: from, velocity: (from - last) / step, in: range, rate: decelerationRate.rawValue, bounces: bounces)
        }
        var new = ScrollFlight(old.kind, x: free(here.x, before.x, horizontalRange), y: free(here.y, before.y, verticalRange))
        new.began = now
        flight = new
    }

    final func fly(_ flight: ScrollFlight) {
        if self.flight != nil { stop() }
        var flight = flight
        flight.began = CACurrentMediaTime()
        self.flight = flight
        let link = CADisplayLink { [weak self] _ in MainActor.assumeIsolated { self?.tick() } }
        link.add(to: .main, forMode: .common)
        self.link = link
    }

    private func tick() {
        guard let flight else { return }
        let now = CACurrentMediaTime()
        move(to: pixels(flight.offset(at: now)))
        // The delegate may have stopped or replaced the movement.
        guard let current = self.flight, current.began == flight.began else { return }
        guard now - flight.began >= flight.duration else { return }
        stop()
        if self.flight == nil, !drag.isOn { cameToRest() }
    }

    // MARK: Dragging

    final func panned(_ pan: UIPanGestureRecognizer) {
        switch pan.state {
        case .began: beginDrag(pan)
        case .changed: followDrag(pan)
        case .ended: endDrag(pan, velocity: pan.velocity(in: self))
        case .cancelled: endDrag(pan, velocity: .zero)
        default: break
        }
    }

    private func beginDrag(_ pan: UIPanGestureRecognizer) {
        stop()
        willDrag()
        let moved = pan.translation(in: self)
        drag = ScrollDrag(isOn: true, movesAcross: canMoveAcross, movesDown: canMoveDown)
        if isDirectionalLockEnabled, drag.movesAcross, drag.movesDown {
            // A clear movement along one axis locks the other.
            if abs(moved.x) > 2 * abs(moved.y) {
                drag.movesDown = false
            } else if abs(moved.y) > 2 * abs(moved.x) {
                drag.movesAcross = false
            }
        }
        pan.setTranslation(.zero, in: self)
        drag.start = CGPoint(
            x: free(bounds.minX, horizontalRange, bounds.width), y: free(bounds.minY, verticalRange, bounds.height)
        )
        delegate?.scrollViewWillBeginDragging(self)
        if keyboardDismissMode == .onDrag || keyboardDismissMode == .onDragWithAccessory { window?.endEditing(false) }
    }

    private func followDrag(_ pan: UIPanGestureRecognizer) {
        guard drag.isOn else { return }
        let moved = pan.translation(in: self)
        move(
            to: CGPoint(
                x: drag.movesAcross ? pixels(held(drag.start.x - moved.x, horizontalRange, bounds.width)) : bounds.minX,
                y: drag.movesDown ? pixels(held(drag.start.y - moved.y, verticalRange, bounds.height)) : bounds.minY
            ))
    }

    /// Returns the visible offset for a drag offset, with resistance beyond the edges, or clamped if `bounces` is false.
    private func held(_ offset: CGFloat, _ range: ClosedRange<CGFloat>, _ length: CGFloat) -> CGFloat {
        let edge = min(max(offset, range.lowerBound), range.upperBound)
        return bounces ? edge + ScrollMotion.rubberBand(offset - edge, length: length) : edge
    }

    /// Returns the drag offset that results in a visible offset. The inverse of `held`.
    private func free(_ offset: CGFloat, _ range: ClosedRange<CGFloat>, _ length: CGFloat) -> CGFloat {
        let edge = min(max(offset, range.lowerBound), range.upperBound)
        return edge + ScrollMotion.stretched(offset - edge, length: length)
    }

    private func endDrag(_ pan: UIPanGestureRecognizer, velocity finger: CGPoint) {
        guard drag.isOn else { return }
        drag.isOn = false
        let velocity = CGPoint(x: drag.movesAcross ? -finger.x : 0, y: drag.movesDown ? -finger.y : 0)
        let natural = CGPoint(
            x: rest(bounds.minX, velocity.x, horizontalRange, bounds.width, drag.start.x),
            y: rest(bounds.minY, velocity.y, verticalRange, bounds.height, drag.start.y)
        )
        var target = restingOffset(natural, CGPoint(x: velocity.x / 1000, y: velocity.y / 1000))
        delegate?.scrollViewWillEndDragging(
            self, withVelocity: CGPoint(x: velocity.x / 1000, y: velocity.y / 1000), targetContentOffset: &target
        )
        let x = motion(bounds.minX, velocity.x, horizontalRange, natural.x, target.x),
            y = motion(bounds.minY, velocity.y, verticalRange, natural.y, target.y)
        let flight = ScrollFlight(.free, x: x, y: y)
        let goesOn = flight.duration > 0
        delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
        guard goesOn else {
            indicators.fade()
            return cameToRest()
        }
        delegate?.scrollViewWillBeginDecelerating(self)
        fly(flight)
    }

    /// Returns the offset at which the content would come to rest.
    private func rest(_ offset: CGFloat, _ velocity: CGFloat, _ range: ClosedRange<CGFloat>, _ length: CGFloat, _ start: CGFloat) -> CGFloat
    {
        func inside(_ x: CGFloat) -> CGFloat { min(max(x, range.lowerBound), range.upperBound) }
        guard isPagingEnabled, length > 0 else {
            return inside(
                pixels(
                    ScrollMotion.projected(
                        from: offset, velocity: isThrow(velocity, offset, range) ? velocity : 0, rate: decelerationRate.rawValue)))
        }
        // Moves by at most one page, in the direction of the drag. A slow drag ends at the nearest page.
        let page = (inside(start) / length).rounded()
        let here = offset / length
        let wanted = velocity.magnitude > 200 ? (velocity > 0 ? here.rounded(.up) : here.rounded(.down)) : here.rounded()
        return inside(min(max(wanted, page - 1), page + 1) * length)
    }

    private func motion(
        _ offset: CGFloat, _ velocity: CGFloat, _ range: ClosedRange<CGFloat>, _ natural: CGFloat, _ target: CGFloat
    ) -> ScrollMotion {
        if target != natural, target.isFinite {
            return .decay(from: offset, to: min(max(target, range.lowerBound), range.upperBound), rate: decelerationRate.rawValue)
        }
        if isPagingEnabled {
            return offset == target ? .still(offset) : .spring(from: offset, to: target, velocity: velocity, overshoots: false)
        }
        let thrown = isThrow(velocity, offset, range) ? velocity : 0
        return ScrollMotion.free(from: offset, velocity: thrown, in: range, rate: decelerationRate.rawValue, bounces: bounces).resting(
            at: natural)
    }

    /// Returns true if a velocity counts as a throw: above 50 points per second, or any velocity while the content is beyond an edge.
    private func isThrow(_ velocity: CGFloat, _ offset: CGFloat, _ range: ClosedRange<CGFloat>) -> Bool {
        velocity.magnitude > 50 || !range.contains(offset)
    }

    /// Stops deceleration when a finger touches the content.
    final func fingerCameDown() {
        guard flight?.kind == .free else { return }
        stop()
        drag.wasStopped = true
    }

    /// Springs content back from beyond an edge if all fingers have lifted without a drag.
    final func fingersAreGone() {
        guard !drag.isOn, flight == nil else { return }
        let x = ScrollMotion.free(from: bounds.minX, velocity: 0, in: horizontalRange, rate: 0.998, bounces: true)
        let y = ScrollMotion.free(from: bounds.minY, velocity: 0, in: verticalRange, rate: 0.998, bounces: true)
        if drag.wasStopped, x.duration > 0 || y.duration > 0 { fly(ScrollFlight(.free, x: x, y: y)) }
        drag.wasStopped = false
    }
}

// MARK: Views that appear in animation blocks

extension UIScrollView {
    /// Notes a cell or header that was made, if an animation block made it appear.
    final func noteNewView(_ view: UIView) {
        if AnimationContext.current != nil { newViews.append(view) }
    }

    /// Lays out the views that appeared in an animation block and are in their places, so that their contents don't move in from a corner.
    /// The caller has switched animations off.
    final func layOutNewViews() {
        guard !newViews.isEmpty else { return }
        let views = newViews
        newViews = []
        for view in views { view.layoutIfNeeded() }
    }
}
