import AgateDiagnostics
import UIKit
import XCTest

/// What is kept and not drawn says so, once for each property.
@MainActor
final class KeptPropertyTests: XCTestCase {
    private func reported(_ body: () -> Void) -> [String] {
        final class Messages: @unchecked Sendable { var list: [String] = [] }
        let messages = Messages()
        let token = Diagnostic.addObserver { if $0.identifier == "view.kept-property" { messages.list.append($0.message) } }
        body()
        Diagnostic.removeObserver(token)
        return messages.list.map { String($0.prefix { $0 != " " }) }.sorted()
    }

    func testEachSaysSoOnce() async {
        let image = UIImage()
        func other<Appearance: UIBarAppearance>(_ appearance: Appearance) -> Appearance {
            appearance.backgroundColor = .red
            return appearance
        }
        func set() {
            let collection = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
            collection.isEditing = true
            UIPageControl().backgroundStyle = .prominent
            let control = UISwitch()
            control.preferredStyle = .checkbox
            control.title = "a"
            UIStepper().setDividerImage(image, forLeftSegmentState: .normal, rightSegmentState: .normal)
            let bar = UITabBar()
            bar.itemPositioning = .centered
            bar.itemWidth = 40
            bar.itemSpacing = 4
            bar.scrollEdgeAppearance = other(UITabBarAppearance())
            bar.layoutIfNeeded()
            let controller = UINavigationController()
            controller.hidesBarsOnSwipe = true
            controller.navigationBar.scrollEdgeAppearance = other(UINavigationBarAppearance())
            controller.navigationBar.layoutIfNeeded()
            let toolbar = UIToolbar()
            toolbar.scrollEdgeAppearance = other(UIToolbarAppearance())
            toolbar.layoutIfNeeded()
            let table = UITableView()
            table.separatorEffect = UIBlurEffect(style: .light)
            table.cellLayoutMarginsFollowReadableWidth = true
            table.sectionHeaderTopPadding = 8
            table.fillerRowHeight = 40
            UITextField().adjustsFontSizeToFitWidth = true
            UITextView().dataDetectorTypes = .link
            UINavigationItem(title: "a").prompt = "b"
            UIBarButtonItem().possibleTitles = ["a"]
            _ = UITraitCollection(preferredContentSizeCategory: .extraLarge)
            _ = UITraitCollection(legibilityWeight: .bold)
        }
        XCTAssertEqual(
            reported(set),
            [
                "UIBarButtonItem.possibleTitles",
                "UINavigationBar.scrollEdgeAppearance",
                "UINavigationController.hidesBarsOnSwipe", "UINavigationItem.prompt", "UIPageControl.backgroundStyle",
                "UIStepper.dividerImage", "UISwitch.preferredStyle", "UISwitch.title",
                "UITabBar.itemPositioning", "UITabBar.itemSpacing", "UITabBar.itemWidth", "UITabBar.scrollEdgeAppearance",
                "UITableView.cellLayoutMarginsFollowReadableWidth", "UITableView.fillerRowHeight", "UITableView.sectionHeaderTopPadding",
                "UITableView.separatorEffect", "UITextField.adjustsFontSizeToFitWidth", "UITextView.dataDetectorTypes",
                "UIToolbar.scrollEdgeAppearance", "UITraitCollection.legibilityWeight", "UITraitCollection.preferredContentSizeCategory",
            ])
        XCTAssertEqual(reported(set), [])
    }

    func testWhatChangesNoPictureSaysNothing() async {
        XCTAssertEqual(
            reported {
                let bar = UINavigationBar()
                // The idiom of programs that want one look everywhere.
                bar.scrollEdgeAppearance = bar.standardAppearance
                bar.layoutIfNeeded()
                bar.scrollEdgeAppearance = nil
                let tabs = UITabBar()
                tabs.scrollEdgeAppearance = UITabBarAppearance()
                tabs.layoutIfNeeded()
                _ = UITraitCollection(preferredContentSizeCategory: .large)
                UITableView().sectionHeaderTopPadding = 0
                UINavigationController().hidesBarsOnSwipe = false
                UILabel().allowsDefaultTighteningForTruncation = false
                UITableView().separatorInsetReference = .fromCellEdges
            }, [])
    }
}
