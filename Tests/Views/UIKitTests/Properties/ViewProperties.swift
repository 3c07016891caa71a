import Foundation

@testable import UIKit

/// The stock views, with their properties.
@MainActor enum ViewProperties {
    static let all =
        [view, label, imageView, activityIndicator, progressView, visualEffectView, stackView] + controls + texts + scrollers + configured

    static func image(_ width: CGFloat, _ height: CGFloat, _ color: UIColor) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width, height: height))
            UIColor.black.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width / 2, height: height / 3))
        }
    }
    static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    static let picture = image(12, 12, .green)
    static let other = image(16, 8, .orange)
    static let insets = UIEdgeInsets(top: 1, left: 9, bottom: 3, right: 4)

    static func place(_ view: UIView, _ width: CGFloat = 160, _ height: CGFloat = 60) {
        view.frame = CGRect(x: 20, y: 30, width: width, height: height)
    }

    static let view = PropertyOwner<UIView>(
        "UIView", { UIView() },
        prepare: { view in
            place(view)
            let large = UIView(frame: CGRect(x: -10, y: -10, width: 50, height: 40)),
                tinted = UIImageView(frame: CGRect(x: 60, y: 10, width: 20, height: 20))
            large.backgroundColor = .label
            tinted.image = picture.withRenderingMode(.alwaysTemplate)
            view.addSubview(large)
            view.addSubview(tinted)
        },
        linked: [
            "frame": ["bounds", "center"], "bounds": ["frame"], "center": ["frame"], "transform": ["frame"],
            "anchorPoint": ["frame"], "layoutMargins": ["directionalLayoutMargins"],
            "directionalLayoutMargins": ["layoutMargins"], "tintAdjustmentMode": ["tintColor"],
        ]
    ) {
        $0.shows("frame", \UIView.frame, .zero, CGRect(x: 50, y: 60, width: 80, height: 40))
        $0.shows("bounds", \.bounds, .zero, CGRect(x: 5, y: 7, width: 80, height: 40))
        $0.shows("center", \.center, .zero, CGPoint(x: 90, y: 80))
        $0.shows("transform", \.transform, .identity, CGAffineTransform(scaleX: 0.5, y: 0.75))
        $0.shows("anchorPoint", \.anchorPoint, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.25, y: 1))
        $0.shows("alpha", \.alpha, 1, 0.5)
        $0.shows("isHidden", \.isHidden, false, true)
        $0.shows("clipsToBounds", \.clipsToBounds, false, true)
        $0.shows("backgroundColor", \.backgroundColor, nil, red)
        $0.shows("tintColor", \.tintColor, .systemBlue, red)
        $0.shows("tintAdjustmentMode", \.tintAdjustmentMode, .normal, .dimmed)
        $0.shows("overrideUserInterfaceStyle", \.overrideUserInterfaceStyle, .unspecified, .dark)
        $0.keeps("isMultipleTouchEnabled", \.isMultipleTouchEnabled, false, true)
        $0.keeps("isExclusiveTouch", \.isExclusiveTouch, false, true)
        $0.keeps("isUserInteractionEnabled", \.isUserInteractionEnabled, true, false)
        $0.keeps("autoresizesSubviews", \.autoresizesSubviews, true, false)
        $0.keeps("autoresizingMask", \.autoresizingMask, [], [.flexibleWidth, .flexibleTopMargin])
        $0.keeps("tag", \.tag, 0, 7)
        $0.keeps("minimumContentSizeCategory", \.minimumContentSizeCategory, nil, .medium)
        $0.keeps("maximumContentSizeCategory", \.maximumContentSizeCategory, nil, .extraLarge)
        $0.keeps("layoutMargins", \.layoutMargins, UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8), insets)
        $0.keeps(
            "directionalLayoutMargins", \.directionalLayoutMargins, NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8),
            NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
        $0.keeps("preservesSuperviewLayoutMargins", \.preservesSuperviewLayoutMargins, false, true)
        $0.keeps("insetsLayoutMarginsFromSafeArea", \.insetsLayoutMarginsFromSafeArea, true, false)
        $0.keeps("semanticContentAttribute", \.semanticContentAttribute, .unspecified, .forceRightToLeft)
        $0.keeps("isOpaque", \.isOpaque, true, false)
        $0.keeps("clearsContextBeforeDrawing", \.clearsContextBeforeDrawing, true, false)
        $0.keeps("contentMode", \.contentMode, .scaleToFill, .bottomRight)
        $0.keeps("isAccessibilityElement", \.isAccessibilityElement, false, true)
        $0.keeps("accessibilityLabel", \.accessibilityLabel, nil, "a")
        $0.keeps("accessibilityHint", \.accessibilityHint, nil, "b")
        $0.keeps("accessibilityValue", \.accessibilityValue, nil, "c")
        $0.keeps("accessibilityTraits", \.accessibilityTraits, .none, .button)
        $0.keeps("accessibilityIdentifier", \.accessibilityIdentifier, nil, "d")
        $0.keeps("accessibilityElementsHidden", \.accessibilityElementsHidden, false, true)
        $0.keeps("accessibilityViewIsModal", \.accessibilityViewIsModal, false, true)
        $0.keeps("shouldGroupAccessibilityChildren", \.shouldGroupAccessibilityChildren, false, true)
        $0.keeps("accessibilityLanguage", \.accessibilityLanguage, nil, "de")
        $0.keeps("accessibilityIgnoresInvertColors", \.accessibilityIgnoresInvertColors, false, true)
        $0.keeps("restorationIdentifier", \.restorationIdentifier, nil, "e")
    }

    private static let label = PropertyOwner<UIView>(
        "UILabel", { UILabel() },
        prepare: { label in
            place(label, 120)
            label.text = "Several words, which are too long for one line"
        }
    ) {
        $0.shows("text", \UILabel.text, nil, "Other")
        $0.shows("font", \.font, .systemFont(ofSize: 17), .boldSystemFont(ofSize: 12))
        $0.shows("textColor", \.textColor, .label, red)
        $0.shows("textAlignment", \.textAlignment, .natural, .center)
        $0.shows("lineBreakMode", \.lineBreakMode, .byTruncatingTail, .byTruncatingHead)
        $0.shows("numberOfLines", \.numberOfLines, 1, 2)
        $0.shows("isEnabled", \.isEnabled, true, false)
        $0.keeps("isHighlighted", \.isHighlighted, false, true)
        $0.keeps("highlightedTextColor", \.highlightedTextColor, nil, red)
        $0.shows("shadowColor", \.shadowColor, nil, blue)
        $0.keeps("shadowOffset", \.shadowOffset, CGSize(width: 0, height: -1), CGSize(width: 2, height: 3))
        $0.shows("adjustsFontSizeToFitWidth", \.adjustsFontSizeToFitWidth, false, true)
        $0.keeps("minimumScaleFactor", \.minimumScaleFactor, 0, 0.5)
        $0.keeps("baselineAdjustment", \.baselineAdjustment, .alignBaselines, .alignCenters)
        $0.keeps("adjustsFontForContentSizeCategory", \.adjustsFontForContentSizeCategory, false, true)
        $0.keeps("preferredMaxLayoutWidth", \.preferredMaxLayoutWidth, 0, 50)
        $0.keeps("isUserInteractionEnabled", \.isUserInteractionEnabled, false, true)
    }

    private static let imageView = PropertyOwner<UIView>(
        "UIImageView", { UIImageView() },
        prepare: { view in
            place(view)
            view.image = picture
        }
    ) {
        $0.shows("image", \UIImageView.image, nil, other)
        $0.keeps("highlightedImage", \.highlightedImage, nil, other)
        $0.keeps("isHighlighted", \.isHighlighted, false, true)
        $0.keeps("animationImages", \.animationImages, nil, [picture, other])
        $0.keeps("highlightedAnimationImages", \.highlightedAnimationImages, nil, [other])
        $0.keeps("animationDuration", \.animationDuration, 0, 2)
        $0.keeps("animationRepeatCount", \.animationRepeatCount, 0, 3)
        $0.keeps("isUserInteractionEnabled", \.isUserInteractionEnabled, false, true)
        $0.shows("contentMode", \.contentMode, .scaleToFill, .bottomRight)
    }

    private static let activityIndicator = PropertyOwner<UIView>(
        "UIActivityIndicatorView", { UIActivityIndicatorView(style: .medium) },
        prepare: {
            place($0)
            $0.hidesWhenStopped = false
        }
    ) {
        $0.shows("style", \UIActivityIndicatorView.style, .medium, .large)
        $0.keeps("hidesWhenStopped", \.hidesWhenStopped, true, false)
        $0.shows("color", \.color, .systemGray, red)
    }

    private static let progressView = PropertyOwner<UIView>(
        "UIProgressView", { UIProgressView() },
        prepare: { view in
            place(view, 160, 4)
            view.progress = 0.25
        }
    ) {
        $0.shows("progressViewStyle", \UIProgressView.progressViewStyle, .default, .bar)
        $0.shows("progress", \.progress, 0, 0.75)
        $0.shows("progressTintColor", \.progressTintColor, nil, red)
        $0.shows("trackTintColor", \.trackTintColor, nil, blue)
        $0.shows("tintColor", \.tintColor, .systemBlue, red)
    }

    private static let visualEffectView = PropertyOwner<UIView>(
        "UIVisualEffectView", { UIVisualEffectView() },
        prepare: { view in
            place(view)
            view.backgroundColor = red
        }
    ) {
        $0.shows("effect", \UIVisualEffectView.effect, nil, UIBlurEffect(style: .dark))
    }

    private static let stackView = PropertyOwner<UIView>(
        "UIStackView", { UIStackView() },
        prepare: { view in
            place(view)
            for (i, color) in [red, blue, UIColor.green].enumerated() {
                let part = UILabel()
                part.text = ["A", "BB", "CCC"][i]
                part.font = .systemFont(ofSize: 12 + CGFloat(i) * 4)
                part.backgroundColor = color
                view.addArrangedSubview(part)
            }
        }
    ) {
        $0.shows("axis", \UIStackView.axis, .horizontal, .vertical)
        $0.shows("distribution", \.distribution, .fill, .fillEqually)
        $0.shows("alignment", \.alignment, .fill, .center)
        $0.shows("spacing", \.spacing, 0, 7)
        $0.shows("isLayoutMarginsRelativeArrangement", \.isLayoutMarginsRelativeArrangement, false, true)
        $0.keeps("isBaselineRelativeArrangement", \.isBaselineRelativeArrangement, false, true)
    }
}
