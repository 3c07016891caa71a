import Foundation

@testable import UIKit

/// The values of configurations and of the appearances of bars, as properties of the views that show them.
extension ViewProperties {
    static var configured: [PropertyOwner<UIView>] { [listContent, sideBySide, configuredButton, barAppearance, tabAppearance] }

    private static let listContent = PropertyOwner<UIView>(
        "UIListContentConfiguration",
        { UIListContentView(configuration: .cell()) },
        prepare: { view in
            place(view, 200, 80)
            view.list.text = "A title of several words that need two lines"
            view.list.secondaryText = "Secondary"
            view.list.image = picture.withRenderingMode(.alwaysTemplate)
        }
    ) {
        $0.shows("text", \UIListContentView.list.text, nil, "Other")
        $0.shows("attributedText", \.list.attributedText, nil, NSAttributedString(string: "Styled"))
        $0.shows("secondaryText", \.list.secondaryText, nil, "Other")
        $0.shows("secondaryAttributedText", \.list.secondaryAttributedText, nil, NSAttributedString(string: "Styled"))
        $0.shows("image", \.list.image, nil, other)
        $0.shows("textProperties.font", \.list.textProperties.font, .systemFont(ofSize: 17), .systemFont(ofSize: 11))
        $0.shows("textProperties.color", \.list.textProperties.color, .label, red)
        $0.shows("textProperties.numberOfLines", \.list.textProperties.numberOfLines, 0, 1)
        $0.shows("textProperties.alignment", \.list.textProperties.alignment, .natural, .right)
        $0.keeps("textProperties.lineBreakMode", \.list.textProperties.lineBreakMode, .byTruncatingTail, .byTruncatingHead)
        $0.keeps("textProperties.adjustsFontSizeToFitWidth", \.list.textProperties.adjustsFontSizeToFitWidth, false, true)
        $0.keeps("textProperties.minimumScaleFactor", \.list.textProperties.minimumScaleFactor, 0, 0.5)
        $0.shows("secondaryTextProperties.font", \.list.secondaryTextProperties.font, .systemFont(ofSize: 12), .systemFont(ofSize: 9))
        $0.shows("secondaryTextProperties.color", \.list.secondaryTextProperties.color, .label, blue)
        $0.shows("reservedLayoutSize", \.list.imageProperties.reservedLayoutSize, .zero, CGSize(width: 40, height: 30))
        $0.shows("imageProperties.tintColor", \.list.imageProperties.tintColor, nil, red)
        $0.shows("imageProperties.maximumSize", \.list.imageProperties.maximumSize, .zero, CGSize(width: 6, height: 6))
        $0.shows("imageProperties.cornerRadius", \.list.imageProperties.cornerRadius, 0, 5)
        $0.shows(
            "directionalLayoutMargins", \.list.directionalLayoutMargins,
            NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 16),
            NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 40))
        $0.shows("imageToTextPadding", \.list.imageToTextPadding, 16, 30)
        $0.keeps("textToSecondaryTextHorizontalPadding", \.list.textToSecondaryTextHorizontalPadding, 12, 30)
        $0.shows("textToSecondaryTextVerticalPadding", \.list.textToSecondaryTextVerticalPadding, 3, 9)
        $0.keeps("prefersSideBySideTextAndSecondaryText", \.list.prefersSideBySideTextAndSecondaryText, false, true)
    }

    private static let sideBySide = PropertyOwner<UIView>(
        "UIListContentConfiguration, side by side",
        { UIListContentView(configuration: .cell()) },
        prepare: { view in
            place(view, 200, 80)
            view.list.text = "A"
            view.list.secondaryText = "B"
            view.list.prefersSideBySideTextAndSecondaryText = true
        }
    ) {
        $0.shows("secondaryText", \UIListContentView.list.secondaryText, nil, "Other")
        $0.keeps("textToSecondaryTextVerticalPadding", \.list.textToSecondaryTextVerticalPadding, 3, 9)
    }

    private static let configuredButton = PropertyOwner<UIView>(
        "UIButton.Configuration",
        { UIButton(configuration: .filled()) },
        prepare: { button in
            place(button, 200, 70)
            button.look.title = "Title"
            button.look.subtitle = "A longer subtitle"
            button.look.image = picture.withRenderingMode(.alwaysTemplate)
            button.look.background.strokeColor = blue
        },
        linked: ["buttonSize": ["contentInsets"]]
    ) {
        $0.shows("title", \UIButton.look.title, nil, "Other")
        $0.shows("subtitle", \.look.subtitle, nil, "Other")
        $0.shows("image", \.look.image, nil, other)
        $0.shows("imagePlacement", \.look.imagePlacement, .leading, .bottom)
        $0.shows("imagePadding", \.look.imagePadding, 0, 9)
        $0.shows("titlePadding", \.look.titlePadding, 1, 8)
        $0.shows("titleAlignment", \.look.titleAlignment, .automatic, .trailing)
        $0.shows("buttonSize", \.look.buttonSize, .medium, .mini)
        $0.shows("cornerStyle", \.look.cornerStyle, .dynamic, .capsule)
        $0.shows("baseForegroundColor", \.look.baseForegroundColor, nil, red)
        $0.shows("baseBackgroundColor", \.look.baseBackgroundColor, nil, red)
        $0.shows("background.backgroundColor", \.look.background.backgroundColor, nil, red)
        $0.shows("background.image", \.look.background.image, nil, other)
        $0.keeps("background.strokeColor", \.look.background.strokeColor, nil, red)
        $0.shows("background.strokeWidth", \.look.background.strokeWidth, 0, 3)
        $0.shows(
            "contentInsets", \.look.contentInsets, NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12),
            NSDirectionalEdgeInsets(top: 1, leading: 50, bottom: 20, trailing: 2))
    }

    private static let barAppearance = PropertyOwner<UIView>(
        "UINavigationBarAppearance", { UINavigationBar() },
        prepare: { bar in
            bar.frame = CGRect(x: 20, y: 30, width: 220, height: 44)
            let item = UINavigationItem(title: "Title")
            item.leftBarButtonItem = UIBarButtonItem(title: "Left", style: .plain, target: nil, action: nil)
            item.rightBarButtonItem = UIBarButtonItem(title: "Done", style: .done, target: nil, action: nil)
            bar.items = [item]
        }
    ) {
        $0.shows("backgroundColor", \UINavigationBar.standardAppearance.backgroundColor, .systemBackground, red)
        $0.shows("backgroundImage", \.standardAppearance.backgroundImage, nil, picture)
        $0.shows("shadowColor", \.standardAppearance.shadowColor, .separator, red)
        $0.shows("titleColor", \.titleColor, nil, red)
        $0.shows("buttonColor", \.buttonColor, nil, red)
        $0.shows("doneColor", \.doneColor, nil, blue)
    }

    private static let tabAppearance = PropertyOwner<UIView>(
        "UITabBarAppearance", { UITabBar() },
        prepare: { bar in
            bar.frame = CGRect(x: 20, y: 30, width: 220, height: 49)
            bar.items = [UITabBarItem(title: "A", image: picture, tag: 0), UITabBarItem(title: "B", image: picture, tag: 1)]
            bar.selectedItem = bar.items?.first
        }
    ) {
        $0.shows("backgroundColor", \UITabBar.standardAppearance.backgroundColor, .systemBackground, red)
        $0.shows("backgroundImage", \.standardAppearance.backgroundImage, nil, picture)
        $0.shows("shadowColor", \.standardAppearance.shadowColor, .separator, red)
        $0.shows("badge", \.firstBadge, nil, "7")
        $0.shows("titlePositionAdjustment", \.firstShift, .zero, UIOffset(horizontal: 5, vertical: -6))
        $0.shows("item.isEnabled", \.isFirstEnabled, true, false)
    }
}

extension UIListContentView {
    fileprivate var list: UIListContentConfiguration {
        get { configuration as? UIListContentConfiguration ?? .cell() }
        set { configuration = newValue }
    }
}

extension UIButton {
    fileprivate var look: Configuration {
        get { configuration ?? .plain() }
        set { configuration = newValue }
    }
}

extension UINavigationBar {
    fileprivate var titleColor: UIColor? {
        get { standardAppearance.titleTextAttributes[.foregroundColor] as? UIColor }
        set { standardAppearance.titleTextAttributes[.foregroundColor] = newValue }
    }
    fileprivate var buttonColor: UIColor? {
        get { standardAppearance.buttonAppearance.normal.titleTextAttributes[.foregroundColor] as? UIColor }
        set { standardAppearance.buttonAppearance.normal.titleTextAttributes[.foregroundColor] = newValue }
    }
    fileprivate var doneColor: UIColor? {
        get { standardAppearance.doneButtonAppearance.normal.titleTextAttributes[.foregroundColor] as? UIColor }
        set { standardAppearance.doneButtonAppearance.normal.titleTextAttributes[.foregroundColor] = newValue }
    }
}

extension UITabBar {
    fileprivate var firstBadge: String? {
        get { items?.first?.badgeValue }
        set { items?.first?.badgeValue = newValue }
    }
    fileprivate var firstShift: UIOffset {
        get { items?.first?.titlePositionAdjustment ?? .zero }
        set { items?.first?.titlePositionAdjustment = newValue }
    }
    fileprivate var isFirstEnabled: Bool {
        get { items?.first?.isEnabled ?? true }
        set { items?.first?.isEnabled = newValue }
    }
}
