import ObjectiveCRuntime
import QuartzCore

/// A view whose images can grow with the largest sizes of text. Agate has one size of text, so the property is stored.
@preconcurrency @MainActor public protocol UIContentSizeCategoryImageAdjusting: NSObjectProtocol {
    /// A Boolean value that indicates whether images grow.
    var adjustsImageSizeForAccessibilityContentSizeCategory: Bool { get set }
}

private nonisolated(unsafe) var adjusting: UInt8 = 0

private func isAdjusting(_ view: UIView) -> Bool { objc_getAssociatedObject(view, &adjusting) as? Bool ?? false }
private func setAdjusting(_ view: UIView, _ flag: Bool) {
    objc_setAssociatedObject(view, &adjusting, flag ? true : nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
}

extension UIImageView: UIContentSizeCategoryImageAdjusting {
    /// A Boolean value that indicates whether images grow with the size of text; false by default. Stored, without effect.
    public var adjustsImageSizeForAccessibilityContentSizeCategory: Bool {
        get { isAdjusting(self) }
        set { setAdjusting(self, newValue) }
    }
}

extension UIButton: UIContentSizeCategoryImageAdjusting {
    /// A Boolean value that indicates whether images grow with the size of text; false by default. Stored, without effect.
    public var adjustsImageSizeForAccessibilityContentSizeCategory: Bool {
        get { isAdjusting(self) }
        set { setAdjusting(self, newValue) }
    }
}
