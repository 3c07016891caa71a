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
        func set() {
            let collection = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
            collection.isEditing = true
            UIPageControl().backgroundStyle = .prominent
            let control = UISwitch()
            control.preferredStyle = .checkbox
            control.title = "a"
            UIStepper().setDividerImage(image, forLeftSegmentState: .normal, rightSegmentState: .normal)
            let bar = UITabBar()
            bar.selectionIndicatorImage = image
            bar.itemPositioning = .centered
            bar.itemWidth = 40
            bar.itemSpacing = 4
            bar.scrollEdgeAppearance = UITabBarAppearance()
            let controller = UINavigationController()
            controller.hidesBarsOnSwipe = true
            controller.navigationBar.scrollEdgeAppearance = UINavigationBarAppearance()
            let table = UITableView()
            table.separatorEffect = UIBlurEffect(style: .light)
            table.cellLayoutMarginsFollowReadableWidth = true
            UITextField().disabledBackground = image
            UITextView().isSecureTextEntry = true
        }
        XCTAssertEqual(
            reported(set),
            [
                "UICollectionView.isEditing", "UINavigationBar.scrollEdgeAppearance", "UINavigationController.hidesBarsOnSwipe",
                "UIPageControl.backgroundStyle", "UIStepper.dividerImage", "UISwitch.preferredStyle", "UISwitch.title",
                "UITabBar.itemPositioning", "UITabBar.itemSpacing", "UITabBar.itemWidth", "UITabBar.scrollEdgeAppearance",
                "UITabBar.selectionIndicatorImage", "UITableView.cellLayoutMarginsFollowReadableWidth", "UITableView.separatorEffect",
                "UITextField.disabledBackground", "UITextView.isSecureTextEntry",
            ])
        XCTAssertEqual(reported(set), [])
    }

    func testWhatChangesNoPictureSaysNothing() async {
        XCTAssertEqual(
            reported {
                let bar = UINavigationBar()
                // The idiom of programs that want one look everywhere.
                bar.scrollEdgeAppearance = bar.standardAppearance
                bar.scrollEdgeAppearance = nil
                UINavigationController().hidesBarsOnSwipe = false
                UILabel().allowsDefaultTighteningForTruncation = false
                UITableView().separatorInsetReference = .fromCellEdges
            }, [])
    }
}
