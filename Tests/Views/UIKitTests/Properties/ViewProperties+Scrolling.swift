import Foundation

@testable import UIKit

/// Views that scroll, and their cells.
extension ViewProperties {
    static var scrollers: [PropertyOwner<UIView>] { [scrollView, tableView, groupedTable, tableCell, collectionView, collectionCell] }

    private static let scrollView = PropertyOwner<UIView>(
        "UIScrollView", { UIScrollView() },
        prepare: { view in
            place(view)
            view.contentSize = CGSize(width: 300, height: 200)
            let part = UIView(frame: CGRect(x: 120, y: 10, width: 60, height: 40))
            part.backgroundColor = red
            view.addSubview(part)
        }
    ) {
        $0.shows("contentOffset", \UIScrollView.contentOffset, .zero, CGPoint(x: 15, y: 20))
        $0.keeps("contentSize", \.contentSize, .zero, CGSize(width: 400, height: 300))
        $0.keeps("contentInset", \.contentInset, .zero, insets)
        $0.keeps("contentInsetAdjustmentBehavior", \.contentInsetAdjustmentBehavior, .automatic, .never)
        $0.keeps("automaticallyAdjustsScrollIndicatorInsets", \.automaticallyAdjustsScrollIndicatorInsets, true, false)
        $0.keeps("verticalScrollIndicatorInsets", \.verticalScrollIndicatorInsets, .zero, insets)
        $0.keeps("horizontalScrollIndicatorInsets", \.horizontalScrollIndicatorInsets, .zero, insets)
        $0.keeps("keyboardDismissMode", \.keyboardDismissMode, .none, .onDrag)
        $0.keeps("scrollsToTop", \.scrollsToTop, true, false)
        $0.keeps("isScrollEnabled", \.isScrollEnabled, true, false)
        $0.keeps("bounces", \.bounces, true, false)
        $0.keeps("alwaysBounceHorizontal", \.alwaysBounceHorizontal, false, true)
        $0.keeps("alwaysBounceVertical", \.alwaysBounceVertical, false, true)
        $0.keeps("isPagingEnabled", \.isPagingEnabled, false, true)
        $0.keeps("isDirectionalLockEnabled", \.isDirectionalLockEnabled, false, true)
        $0.keeps("decelerationRate", \.decelerationRate, .normal, .fast)
        $0.keeps("delaysContentTouches", \.delaysContentTouches, true, false)
        $0.keeps("canCancelContentTouches", \.canCancelContentTouches, true, false)
        $0.keeps("showsHorizontalScrollIndicator", \.showsHorizontalScrollIndicator, true, false)
        $0.keeps("showsVerticalScrollIndicator", \.showsVerticalScrollIndicator, true, false)
        $0.keeps("indicatorStyle", \.indicatorStyle, .default, .white)
        $0.keeps("minimumZoomScale", \.minimumZoomScale, 1, 0.5)
        $0.keeps("maximumZoomScale", \.maximumZoomScale, 1, 3)
        $0.keeps("bouncesZoom", \.bouncesZoom, true, false)
        $0.shows("clipsToBounds", \.clipsToBounds, true, false)
        $0.shows("backgroundColor", \.backgroundColor, nil, red)
        $0.keeps("isMultipleTouchEnabled", \.isMultipleTouchEnabled, false, true)
    }

    /// Two sections of two rows, with titles.
    @MainActor private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate, UICollectionViewDataSource {
        static let shared = Rows()
        func numberOfSections(in tableView: UITableView) -> Int { 2 }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            cell.textLabel?.text = "\(indexPath.row)"
            return cell
        }
        func tableView(_ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {}
        func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "H" }
        func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { "F" }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
            cell.backgroundColor = red
            return cell
        }
    }

    private static func band(_ color: UIColor) -> UIView {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 60, height: 15))
        view.backgroundColor = color
        return view
    }
    private static let head = band(red), foot = band(blue), ground = band(.green), accessory = band(.orange)

    private static let tableView = PropertyOwner<UIView>(
        "UITableView", { UITableView() },
        prepare: { table in
            table.frame = CGRect(x: 10, y: 5, width: 180, height: 130)
            table.rowHeight = 20
            (table.dataSource, table.delegate) = (Rows.shared, Rows.shared)
        }
    ) {
        let automatic = UITableView.automaticDimension
        $0.shows("rowHeight", \UITableView.rowHeight, automatic, 30)
        $0.shows("sectionHeaderHeight", \.sectionHeaderHeight, automatic, 20)
        $0.shows("sectionFooterHeight", \.sectionFooterHeight, automatic, 10)
        $0.keeps("estimatedRowHeight", \.estimatedRowHeight, automatic, 30)
        $0.keeps("estimatedSectionHeaderHeight", \.estimatedSectionHeaderHeight, automatic, 20)
        $0.keeps("estimatedSectionFooterHeight", \.estimatedSectionFooterHeight, automatic, 10)
        $0.shows("tableHeaderView", \.tableHeaderView, nil, head)
        $0.keeps("tableFooterView", \.tableFooterView, nil, foot)
        $0.keeps("backgroundView", \.backgroundView, nil, ground)
        $0.shows("separatorStyle", \.separatorStyle, .singleLine, .none)
        $0.shows("separatorColor", \.separatorColor, .separator, red)
        $0.shows("separatorInset", \.separatorInset, UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0), insets)
        $0.keeps("separatorInsetReference", \.separatorInsetReference, .fromCellEdges, .fromAutomaticInsets)
        $0.keeps("insetsContentViewsToSafeArea", \.insetsContentViewsToSafeArea, true, false)
        $0.keeps("sectionIndexColor", \.sectionIndexColor, nil, red)
        $0.keeps("sectionIndexBackgroundColor", \.sectionIndexBackgroundColor, nil, blue)
        $0.keeps("sectionIndexMinimumDisplayRowCount", \.sectionIndexMinimumDisplayRowCount, 0, 20)
        $0.keeps("allowsSelection", \.allowsSelection, true, false)
        $0.keeps("allowsMultipleSelection", \.allowsMultipleSelection, false, true)
        $0.keeps("allowsSelectionDuringEditing", \.allowsSelectionDuringEditing, false, true)
        $0.keeps("allowsMultipleSelectionDuringEditing", \.allowsMultipleSelectionDuringEditing, false, true)
        $0.keeps("selectionFollowsFocus", \.selectionFollowsFocus, false, true)
        $0.keeps("isEditing", \.isEditing, false, true)
        $0.keeps("isPrefetchingEnabled", \.isPrefetchingEnabled, true, false)
        $0.keeps("backgroundColor", \.backgroundColor, .systemBackground, red)
        $0.keeps("alwaysBounceVertical", \.alwaysBounceVertical, true, false)
        $0.keeps("alwaysBounceHorizontal", \.alwaysBounceHorizontal, false, true)
    }

    private static let groupedTable = PropertyOwner<UIView>(
        "UITableView(style: .grouped)", { UITableView(frame: .zero, style: .grouped) },
        prepare: { table in
            table.frame = CGRect(x: 10, y: 5, width: 180, height: 130)
            (table.dataSource, table.delegate) = (Rows.shared, Rows.shared)
        }
    ) {
        $0.shows("backgroundColor", \UITableView.backgroundColor, .systemGroupedBackground, red)
        $0.shows("rowHeight", \.rowHeight, UITableView.automaticDimension, 30)
        $0.shows("separatorStyle", \.separatorStyle, .singleLine, .none)
    }

    private static let tableCell = PropertyOwner<UIView>(
        "UITableViewCell", { UITableViewCell(style: .subtitle, reuseIdentifier: nil) },
        prepare: { cell in
            place(cell, 180, 50)
            cell.textLabel?.text = "Title"
            cell.detailTextLabel?.text = "Detail"
        }
    ) {
        $0.shows("backgroundView", \UITableViewCell.backgroundView, nil, ground)
        $0.keeps("selectedBackgroundView", \.selectedBackgroundView, nil, head)
        $0.keeps("multipleSelectionBackgroundView", \.multipleSelectionBackgroundView, nil, foot)
        $0.keeps("automaticallyUpdatesContentConfiguration", \.automaticallyUpdatesContentConfiguration, true, false)
        $0.keeps("automaticallyUpdatesBackgroundConfiguration", \.automaticallyUpdatesBackgroundConfiguration, true, false)
        $0.shows("accessoryType", \.accessoryType, .none, .checkmark)
        $0.shows("accessoryView", \.accessoryView, nil, accessory)
        $0.keeps("editingAccessoryType", \.editingAccessoryType, .none, .checkmark)
        $0.keeps("editingAccessoryView", \.editingAccessoryView, nil, accessory)
        $0.shows("indentationLevel", \.indentationLevel, 0, 2)
        $0.keeps("indentationWidth", \.indentationWidth, 10, 20)
        $0.keeps("showsReorderControl", \.showsReorderControl, false, true)
        $0.keeps("shouldIndentWhileEditing", \.shouldIndentWhileEditing, true, false)
        $0.keeps("focusStyle", \.focusStyle, .default, .custom)
        $0.keeps("isEditing", \.isEditing, false, true)
        $0.keeps("selectionStyle", \.selectionStyle, .default, .none)
        $0.shows("isSelected", \.isSelected, false, true)
        $0.shows("isHighlighted", \.isHighlighted, false, true)
    }

    private static let collectionView = PropertyOwner<UIView>(
        "UICollectionView", { UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout()) },
        prepare: { view in
            place(view, 160, 100)
            view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
            view.dataSource = Rows.shared
        }
    ) {
        $0.keeps("isPrefetchingEnabled", \UICollectionView.isPrefetchingEnabled, true, false)
        $0.shows("backgroundView", \.backgroundView, nil, ground)
        $0.keeps("allowsSelection", \.allowsSelection, true, false)
        $0.keeps("allowsMultipleSelection", \.allowsMultipleSelection, false, true)
        $0.keeps("allowsSelectionDuringEditing", \.allowsSelectionDuringEditing, false, true)
        $0.keeps("allowsMultipleSelectionDuringEditing", \.allowsMultipleSelectionDuringEditing, false, true)
        $0.shows("backgroundColor", \.backgroundColor, .systemBackground, red)
        $0.keeps("alwaysBounceVertical", \.alwaysBounceVertical, false, true)
        $0.keeps("remembersLastFocusedIndexPath", \.remembersLastFocusedIndexPath, false, true)
        $0.keeps("selectionFollowsFocus", \.selectionFollowsFocus, false, true)
    }

    private static let collectionCell = PropertyOwner<UIView>(
        "UICollectionViewCell", { UICollectionViewCell() },
        prepare: { cell in
            place(cell)
        }
    ) {
        $0.shows("backgroundView", \UICollectionViewCell.backgroundView, nil, ground)
        $0.keeps("selectedBackgroundView", \.selectedBackgroundView, nil, head)
        $0.keeps("isSelected", \.isSelected, false, true)
        $0.keeps("isHighlighted", \.isHighlighted, false, true)
        $0.keeps("automaticallyUpdatesContentConfiguration", \.automaticallyUpdatesContentConfiguration, true, false)
        $0.keeps("automaticallyUpdatesBackgroundConfiguration", \.automaticallyUpdatesBackgroundConfiguration, true, false)
        $0.shows("contentConfiguration.isNil", \.hasContent, false, true)
    }
}

extension UICollectionViewCell {
    fileprivate var hasContent: Bool {
        get { contentConfiguration != nil }
        set {
            var content = UIListContentConfiguration.cell()
            content.text = "Content"
            contentConfiguration = newValue ? content : nil
        }
    }
}
