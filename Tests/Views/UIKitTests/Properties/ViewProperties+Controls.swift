import Foundation

@testable import UIKit

/// Controls and bars.
extension ViewProperties {
    static var controls: [PropertyOwner<UIView>] {
        [
            control, customButton, systemButton, slider, toggle, offToggle, stepper, segmentedControl, pageControl, datePicker,
            navigationBar, tabBar,
            toolbar,
        ]
    }

    private static let control = PropertyOwner<UIView>("UIControl", { UIControl() }, prepare: { place($0) }) {
        $0.keeps("isEnabled", \UIControl.isEnabled, true, false)
        $0.keeps("isSelected", \.isSelected, false, true)
        $0.keeps("isHighlighted", \.isHighlighted, false, true)
        $0.keeps("contentVerticalAlignment", \.contentVerticalAlignment, .center, .top)
        $0.keeps("contentHorizontalAlignment", \.contentHorizontalAlignment, .center, .left)
        $0.keeps("toolTip", \.toolTip, nil, "a")
    }

    private static func fill(_ button: UIButton) {
        place(button)
        button.setTitle("Title", for: .normal)
        button.setImage(picture, for: .normal)
        button.setTitleColor(red, for: .selected)
        button.setTitleShadowColor(blue, for: .normal)
    }

    private static let customButton = PropertyOwner<UIView>(
        "UIButton(type: .custom)", { UIButton(type: .custom) },
        prepare: { button in
            fill(button)
            button.backgroundColor = .gray
        }
    ) {
        $0.shows("contentEdgeInsets", \UIButton.contentEdgeInsets, .zero, insets)
        $0.shows("titleEdgeInsets", \.titleEdgeInsets, .zero, insets)
        $0.shows("imageEdgeInsets", \.imageEdgeInsets, .zero, insets)
        $0.shows("isEnabled", \.isEnabled, true, false)
        $0.shows("isSelected", \.isSelected, false, true)
        $0.shows("isHighlighted", \.isHighlighted, false, true)
        $0.shows("contentVerticalAlignment", \.contentVerticalAlignment, .center, .top)
        $0.shows("contentHorizontalAlignment", \.contentHorizontalAlignment, .center, .left)
        $0.keeps("adjustsImageWhenHighlighted", \.adjustsImageWhenHighlighted, true, false)
        $0.keeps("adjustsImageWhenDisabled", \.adjustsImageWhenDisabled, true, false)
        $0.keeps("reversesTitleShadowWhenHighlighted", \.reversesTitleShadowWhenHighlighted, false, true)
        $0.keeps("showsTouchWhenHighlighted", \.showsTouchWhenHighlighted, false, true)
        $0.keeps("showsMenuAsPrimaryAction", \.showsMenuAsPrimaryAction, false, true)
        $0.keeps("changesSelectionAsPrimaryAction", \.changesSelectionAsPrimaryAction, false, true)
        $0.keeps("automaticallyUpdatesConfiguration", \.automaticallyUpdatesConfiguration, true, false)
    }

    private static let systemButton = PropertyOwner<UIView>(
        "UIButton(type: .system)", { UIButton(type: .system) }, prepare: fill, linked: ["tintAdjustmentMode": ["tintColor"]]
    ) {
        $0.shows("isEnabled", \UIButton.isEnabled, true, false)
        $0.shows("isSelected", \.isSelected, false, true)
        $0.shows("isHighlighted", \.isHighlighted, false, true)
        $0.shows("tintColor", \.tintColor, .systemBlue, red)
        $0.shows("tintAdjustmentMode", \.tintAdjustmentMode, .normal, .dimmed)
    }

    private static let slider = PropertyOwner<UIView>(
        "UISlider", { UISlider() },
        prepare: { slider in
            place(slider)
            slider.value = 0.5
        }
    ) {
        $0.shows("value", \UISlider.value, 0, 0.75)
        $0.shows("minimumValue", \.minimumValue, 0, 0.25)
        $0.shows("maximumValue", \.maximumValue, 1, 2)
        $0.keeps("isContinuous", \.isContinuous, true, false)
        $0.shows("minimumTrackTintColor", \.minimumTrackTintColor, nil, red)
        $0.shows("maximumTrackTintColor", \.maximumTrackTintColor, nil, blue)
        $0.shows("thumbTintColor", \.thumbTintColor, nil, red)
        $0.shows("minimumValueImage", \.minimumValueImage, nil, picture)
        $0.shows("maximumValueImage", \.maximumValueImage, nil, other)
        $0.shows("tintColor", \.tintColor, .systemBlue, red)
        $0.shows("isEnabled", \.isEnabled, true, false)
    }

    private static let toggle = PropertyOwner<UIView>(
        "UISwitch", { UISwitch() },
        prepare: {
            $0.frame.origin = CGPoint(x: 20, y: 30); $0.isOn = true
        }
    ) {
        $0.shows("onTintColor", \UISwitch.onTintColor, nil, red)
        $0.shows("thumbTintColor", \.thumbTintColor, nil, blue)
        $0.shows("isEnabled", \.isEnabled, true, false)
    }

    private static let offToggle = PropertyOwner<UIView>(
        "UISwitch, off", { UISwitch() }, prepare: { $0.frame.origin = CGPoint(x: 20, y: 30) }
    ) {
        $0.shows("isOn", \UISwitch.isOn, false, true)
        $0.keeps("onTintColor", \.onTintColor, nil, red)
        $0.shows("thumbTintColor", \.thumbTintColor, nil, blue)
        $0.shows("isEnabled", \.isEnabled, true, false)
    }

    private static let stepper = PropertyOwner<UIView>(
        "UIStepper", { UIStepper() }, prepare: { $0.frame.origin = CGPoint(x: 20, y: 30) }
    ) {
        $0.shows("value", \UIStepper.value, 0, 7)
        $0.shows("minimumValue", \.minimumValue, 0, -3)
        $0.keeps("maximumValue", \.maximumValue, 100, 50)
        $0.keeps("stepValue", \.stepValue, 1, 2)
        $0.keeps("isContinuous", \.isContinuous, true, false)
        $0.keeps("autorepeat", \.autorepeat, true, false)
        $0.shows("wraps", \.wraps, false, true)
        $0.keeps("tintColor", \.tintColor, .systemBlue, red)
        $0.shows("isEnabled", \.isEnabled, true, false)
    }

    private static let segmentedControl = PropertyOwner<UIView>(
        "UISegmentedControl", { UISegmentedControl(items: ["A", "Long title"]) },
        prepare: { control in
            place(control, 160, 32)
            control.selectedSegmentIndex = 0
        }
    ) {
        $0.shows("selectedSegmentIndex", \UISegmentedControl.selectedSegmentIndex, -1, 1)
        $0.keeps("isMomentary", \.isMomentary, false, true)
        $0.shows("apportionsSegmentWidthsByContent", \.apportionsSegmentWidthsByContent, false, true)
        $0.shows("selectedSegmentTintColor", \.selectedSegmentTintColor, nil, red)
        $0.shows("isEnabled", \.isEnabled, true, false)
    }

    private static let pageControl = PropertyOwner<UIView>(
        "UIPageControl", { UIPageControl() },
        prepare: { control in
            place(control, 160, 30)
            control.backgroundColor = .gray
            control.numberOfPages = 4
        }
    ) {
        $0.shows("numberOfPages", \UIPageControl.numberOfPages, 0, 1)
        $0.shows("currentPage", \.currentPage, 0, 2)
        $0.keeps("hidesForSinglePage", \.hidesForSinglePage, false, true)
        $0.shows("pageIndicatorTintColor", \.pageIndicatorTintColor, nil, red)
        $0.shows("currentPageIndicatorTintColor", \.currentPageIndicatorTintColor, nil, blue)
        $0.keeps("allowsContinuousInteraction", \.allowsContinuousInteraction, true, false)
        $0.shows("preferredIndicatorImage", \.preferredIndicatorImage, nil, picture)
    }

    private static let time = Date(timeIntervalSince1970: 1_000_000_000)

    private static let datePicker = PropertyOwner<UIView>(
        "UIDatePicker", { UIDatePicker() },
        prepare: { picker in
            picker.frame = CGRect(x: 5, y: 5, width: 330, height: 130)
            picker.timeZone = TimeZone(secondsFromGMT: 0)
            picker.locale = Locale(identifier: "en_US")
            picker.date = time
        }
    ) {
        $0.shows("datePickerMode", \UIDatePicker.datePickerMode, .dateAndTime, .time)
        $0.keeps("minimumDate", \.minimumDate, nil, time - 86400)
        $0.keeps("maximumDate", \.maximumDate, nil, time + 86400)
        $0.shows("minuteInterval", \.minuteInterval, 1, 15)
        $0.keeps("roundsToMinuteInterval", \.roundsToMinuteInterval, true, false)
        $0.keeps("countDownDuration", \.countDownDuration, 0, 120)
    }

    private static let navigationBar = PropertyOwner<UIView>(
        "UINavigationBar", { UINavigationBar() },
        prepare: { bar in
            place(bar, 180, 44)
            bar.items = [UINavigationItem(title: "A"), UINavigationItem(title: "B")]
        }
    ) {
        $0.shows("barTintColor", \UINavigationBar.barTintColor, nil, red)
        $0.shows("barStyle", \.barStyle, .default, .black)
        $0.keeps("isTranslucent", \.isTranslucent, true, false)
        $0.shows("shadowImage", \.shadowImage, nil, UIImage())
        $0.shows("backIndicatorImage", \.backIndicatorImage, nil, picture)
        $0.keeps("backIndicatorTransitionMaskImage", \.backIndicatorTransitionMaskImage, nil, picture)
        $0.shows("tintColor", \.tintColor, .systemBlue, red)
    }

    private static let tabBar = PropertyOwner<UIView>(
        "UITabBar", { UITabBar() },
        prepare: { bar in
            place(bar, 180, 49)
            bar.items = [UITabBarItem(title: "A", image: picture, tag: 0), UITabBarItem(title: "B", image: picture, tag: 1)]
            bar.selectedItem = bar.items?.first
        }
    ) {
        $0.shows("barTintColor", \UITabBar.barTintColor, nil, red)
        $0.shows("unselectedItemTintColor", \.unselectedItemTintColor, nil, red)
        $0.shows("barStyle", \.barStyle, .default, .black)
        $0.keeps("isTranslucent", \.isTranslucent, true, false)
        $0.shows("backgroundImage", \.backgroundImage, nil, picture)
        $0.keeps("shadowImage", \.shadowImage, nil, picture)
        $0.shows("selectionIndicatorImage", \.selectionIndicatorImage, nil, picture)
        $0.keeps("itemPositioning", \.itemPositioning, .automatic, .centered)
        $0.keeps("itemWidth", \.itemWidth, 0, 40)
        $0.keeps("itemSpacing", \.itemSpacing, 0, 4)
        $0.shows("tintColor", \.tintColor, .systemBlue, red)
    }

    private static let toolbar = PropertyOwner<UIView>(
        "UIToolbar", { UIToolbar(title: "Item") },
        prepare: { place($0, 180, 44) }
    ) {
        $0.shows("barTintColor", \UIToolbar.barTintColor, nil, red)
        $0.shows("items[0].title", \.firstTitle, "Item", "Other")
        $0.shows("barStyle", \.barStyle, .default, .black)
        $0.keeps("isTranslucent", \.isTranslucent, true, false)
        $0.shows("tintColor", \.tintColor, .systemBlue, red)
    }
}

extension UIToolbar {
    fileprivate convenience init(title: String) {
        self.init()
        items = [UIBarButtonItem(title: title, style: .plain, target: nil, action: nil)]
    }
    fileprivate var firstTitle: String? {
        get { items?.first?.title }
        set { items?.first?.title = newValue }
    }
}
