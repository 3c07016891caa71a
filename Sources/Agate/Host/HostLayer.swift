import QuartzCore

/// The root that a host makes. It stands where a view's backing layer would: its own changes, sublayers that come and go included, are
/// there at once, unless its delegate, `actions` or `style` say otherwise.
final class HostLayer: CALayer {
    override class func defaultAction(forKey event: String) -> (any CAAction)? { NSNull() }
}
