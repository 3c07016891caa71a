import QuartzCore

extension UIView {
    /// The duration of the animation block that the program is in, in seconds; 0 outside.
    public class var inheritedAnimationDuration: TimeInterval { 0 }

    /// Outside an animation block nothing of a view animates (UV2).
    final func animationAction(_ layer: CALayer, _ event: String) -> (any CAAction)? { NSNull() }
}
