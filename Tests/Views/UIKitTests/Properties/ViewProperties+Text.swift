import Foundation

@testable import UIKit

/// Views for text.
extension ViewProperties {
    static var texts: [PropertyOwner<UIView>] { [textField, textView, searchBar] }

    private static func side() -> UIView {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 12, height: 20))
        view.backgroundColor = red
        return view
    }
    private static let left = side(), right = side()

    private static let textField = PropertyOwner<UIView>(
        "UITextField", { UITextField() },
        prepare: { field in
            place(field)
            field.text = "Text"
        },
        linked: [
            "text": ["attributedText"], "attributedText": ["text"],
        ]
    ) {
        $0.shows("text", \UITextField.text, "", "Other")
        $0.shows("attributedText", \.attributedText, NSAttributedString(string: ""), NSAttributedString(string: "Styled"))
        $0.shows("font", \.font, .systemFont(ofSize: 17), .boldSystemFont(ofSize: 12))
        $0.shows("textColor", \.textColor, .label, red)
        $0.shows("textAlignment", \.textAlignment, .natural, .center)
        $0.keeps("placeholder", \.placeholder, nil, "Hint")
        $0.keeps("attributedPlaceholder", \.attributedPlaceholder, nil, NSAttributedString(string: "Styled"))
        $0.shows("borderStyle", \.borderStyle, .none, .line)
        $0.keeps("minimumFontSize", \.minimumFontSize, 0, 7)
        $0.keeps("adjustsFontForContentSizeCategory", \.adjustsFontForContentSizeCategory, false, true)
        $0.keeps("clearsOnBeginEditing", \.clearsOnBeginEditing, false, true)
        $0.keeps("clearsOnInsertion", \.clearsOnInsertion, false, true)
        $0.keeps("allowsEditingTextAttributes", \.allowsEditingTextAttributes, false, true)
        $0.shows("background", \.background, nil, picture)
        $0.keeps("disabledBackground", \.disabledBackground, nil, other)
        $0.keeps("autocapitalizationType", \.autocapitalizationType, .sentences, .words)
        $0.keeps("autocorrectionType", \.autocorrectionType, .default, .no)
        $0.keeps("spellCheckingType", \.spellCheckingType, .default, .no)
        $0.keeps("smartQuotesType", \.smartQuotesType, .default, .no)
        $0.keeps("smartDashesType", \.smartDashesType, .default, .no)
        $0.keeps("smartInsertDeleteType", \.smartInsertDeleteType, .default, .no)
        $0.keeps("keyboardType", \.keyboardType, .default, .URL)
        $0.keeps("keyboardAppearance", \.keyboardAppearance, .default, .dark)
        $0.keeps("returnKeyType", \.returnKeyType, .default, .go)
        $0.keeps("enablesReturnKeyAutomatically", \.enablesReturnKeyAutomatically, false, true)
        $0.keeps("textContentType", \.textContentType, nil, .password)
        $0.shows("isSecureTextEntry", \.isSecureTextEntry, false, true)
        $0.keeps("leftView", \.leftView, nil, left)
        $0.keeps("leftViewMode", \.leftViewMode, .never, .always)
        $0.keeps("rightView", \.rightView, nil, right)
        $0.keeps("rightViewMode", \.rightViewMode, .never, .always)
        $0.shows("clearButtonMode", \.clearButtonMode, .never, .always)
        $0.shows("contentVerticalAlignment", \.contentVerticalAlignment, .center, .top)
    }

    private static let textView = PropertyOwner<UIView>(
        "UITextView", { UITextView() },
        prepare: { view in
            place(view)
            view.text = "Text of several\nlines"
        },
        linked: [
            "text": ["attributedText"], "attributedText": ["text"], "font": ["attributedText"], "textColor": ["attributedText"],
        ]
    ) {
        $0.shows("text", \UITextView.text, "", "Other")
        $0.shows("attributedText", \.attributedText, NSAttributedString(string: ""), NSAttributedString(string: "Styled"))
        $0.shows("font", \.font, .systemFont(ofSize: 12), .boldSystemFont(ofSize: 20))
        $0.shows("textColor", \.textColor, .label, red)
        $0.shows("textAlignment", \.textAlignment, .natural, .center)
        $0.shows("textContainerInset", \.textContainerInset, UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0), insets)
        $0.keeps("isEditable", \.isEditable, true, false)
        $0.keeps("isSelectable", \.isSelectable, true, false)
        $0.keeps("allowsEditingTextAttributes", \.allowsEditingTextAttributes, false, true)
        $0.keeps("clearsOnInsertion", \.clearsOnInsertion, false, true)
        $0.keeps("adjustsFontForContentSizeCategory", \.adjustsFontForContentSizeCategory, false, true)
        $0.keeps("autocapitalizationType", \.autocapitalizationType, .sentences, .words)
        $0.keeps("autocorrectionType", \.autocorrectionType, .default, .no)
        $0.keeps("spellCheckingType", \.spellCheckingType, .default, .no)
        $0.keeps("keyboardType", \.keyboardType, .default, .URL)
        $0.keeps("keyboardAppearance", \.keyboardAppearance, .default, .dark)
        $0.keeps("returnKeyType", \.returnKeyType, .default, .go)
        $0.keeps("enablesReturnKeyAutomatically", \.enablesReturnKeyAutomatically, false, true)
        $0.keeps("textContentType", \.textContentType, nil, .password)
        $0.keeps("contentInset", \.contentInset, .zero, insets)
        $0.shows("backgroundColor", \.backgroundColor, .systemBackground, red)
        $0.keeps("alwaysBounceVertical", \.alwaysBounceVertical, false, true)
        $0.keeps("alwaysBounceHorizontal", \.alwaysBounceHorizontal, false, true)
    }

    private static let searchBar = PropertyOwner<UIView>(
        "UISearchBar", { UISearchBar() },
        prepare: { bar in
            place(bar, 180, 56)
            bar.scopeButtonTitles = ["A", "B"]
        }
    ) {
        $0.shows("text", \UISearchBar.text, "", "Text")
        $0.shows("placeholder", \.placeholder, nil, "Hint")
        $0.keeps("searchBarStyle", \.searchBarStyle, .default, .minimal)
        $0.shows("barTintColor", \.barTintColor, nil, red)
        $0.shows("backgroundImage", \.backgroundImage, nil, picture)
        $0.keeps("isTranslucent", \.isTranslucent, true, false)
        $0.keeps("barStyle", \.barStyle, .default, .black)
        $0.shows("showsCancelButton", \.showsCancelButton, false, true)
        $0.keeps("selectedScopeButtonIndex", \.selectedScopeButtonIndex, 0, 1)
        $0.shows("showsScopeBar", \.showsScopeBar, false, true)
    }
}
