/// An object with anchors on all sides: a view or a layout guide. It isn't part of Apple's API: sources that `agate build` lowers use it
/// where they ask an object of any class for an anchor.
@preconcurrency @MainActor public protocol UILayoutAnchored {
    /// The anchor of the leading edge.
    var leadingAnchor: NSLayoutXAxisAnchor { get }
    /// The anchor of the trailing edge.
    var trailingAnchor: NSLayoutXAxisAnchor { get }
    /// The anchor of the left edge.
    var leftAnchor: NSLayoutXAxisAnchor { get }
    /// The anchor of the right edge.
    var rightAnchor: NSLayoutXAxisAnchor { get }
    /// The anchor of the top edge.
    var topAnchor: NSLayoutYAxisAnchor { get }
    /// The anchor of the bottom edge.
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    /// The anchor of the width.
    var widthAnchor: NSLayoutDimension { get }
    /// The anchor of the height.
    var heightAnchor: NSLayoutDimension { get }
    /// The anchor of the horizontal center.
    var centerXAnchor: NSLayoutXAxisAnchor { get }
    /// The anchor of the vertical center.
    var centerYAnchor: NSLayoutYAxisAnchor { get }
}

extension UIView: UILayoutAnchored {}
extension UILayoutGuide: UILayoutAnchored {}
