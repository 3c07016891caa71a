import Agate
import XCTest

@testable import UIKit

/// Controls and other stock views never write the properties of view and layer that are the program's.
@MainActor final class ProgramValuesTests: XCTestCase {
    // MARK: What a program sets

    /// The ways in which a program can set a view's properties.
    private enum Setting: CaseIterable {
        case shown, hidden
        /// The background color is set on the layer.
        case onLayer
    }

    private func set(_ setting: Setting, on view: UIView) {
        view.alpha = 0.3
        view.isHidden = setting == .hidden
        view.isUserInteractionEnabled = setting != .hidden
        view.transform = CGAffineTransform(scaleX: 1.1, y: 0.9)
        view.tag = 7
        view.tintColor = .purple
        view.contentMode = .bottomLeft
        view.clipsToBounds = setting != .hidden
        view.autoresizingMask = [.flexibleTopMargin]
        view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        view.isMultipleTouchEnabled = true
        view.isExclusiveTouch = true
        view.semanticContentAttribute = .forceLeftToRight
        view.accessibilityIdentifier = "mine"
        if setting == .onLayer {
            view.backgroundColor = nil
            view.layer.backgroundColor = CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1)
        } else {
            view.backgroundColor = UIColor(red: 0.5, green: 0.25, blue: 0.125, alpha: 1)
        }
        let layer = view.layer
        layer.cornerRadius = 3.5
        layer.cornerCurve = .continuous
        layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        layer.borderWidth = 2.5
        layer.borderColor = CGColor(srgbRed: 1, green: 0.5, blue: 0.25, alpha: 1)
        layer.shadowColor = CGColor(srgbRed: 0.25, green: 0.5, blue: 1, alpha: 1)
        layer.shadowOpacity = 0.5
        layer.shadowOffset = CGSize(width: 3, height: 4)
        layer.shadowRadius = 6
        layer.zPosition = 5
        layer.name = "mine"
    }

    private func values(of view: UIView) -> [String: String] {
        func text(_ color: CGColor?) -> String { (color?.components).map { "\($0)" } ?? "none" }
        let layer = view.layer
        return [
            "alpha": "\(view.alpha)", "isHidden": "\(view.isHidden)", "isUserInteractionEnabled": "\(view.isUserInteractionEnabled)",
            "transform": "\(view.transform)", "tag": "\(view.tag)", "tintColor": text(view.tintColor.cgColor),
            "contentMode": "\(view.contentMode.rawValue)", "clipsToBounds": "\(view.clipsToBounds)",
            "autoresizingMask": "\(view.autoresizingMask.rawValue)", "layoutMargins": "\(view.layoutMargins)",
            "isMultipleTouchEnabled": "\(view.isMultipleTouchEnabled)", "isExclusiveTouch": "\(view.isExclusiveTouch)",
            "semanticContentAttribute": "\(view.semanticContentAttribute.rawValue)",
            "accessibilityIdentifier": view.accessibilityIdentifier ?? "none", "backgroundColor": text(view.backgroundColor?.cgColor),
            "layer.backgroundColor": (view as? UITextField)?.borderStyle == .roundedRect ? "" : text(layer.backgroundColor),
            "layer.opacity": "\(layer.opacity)", "layer.cornerRadius": "\(layer.cornerRadius)",
            "layer.cornerCurve": layer.cornerCurve.rawValue, "layer.maskedCorners": "\(layer.maskedCorners.rawValue)",
            "layer.borderWidth": "\(layer.borderWidth)", "layer.borderColor": text(layer.borderColor),
            "layer.shadowColor": text(layer.shadowColor), "layer.shadowOpacity": "\(layer.shadowOpacity)",
            "layer.shadowOffset": "\(layer.shadowOffset)", "layer.shadowRadius": "\(layer.shadowRadius)",
            "layer.zPosition": "\(layer.zPosition)", "layer.name": layer.name ?? "none",
        ]
    }

    private func check(_ view: UIView, _ before: [String: String], _ name: String, line: UInt = #line) {
        for (key, value) in values(of: view).sorted(by: { $0.key < $1.key }) {
            XCTAssertEqual(value, before[key], "\(name): \(key)", line: line)
        }
    }

    // MARK: What happens to the views

    private let picture = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { context in
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    }

    /// The stock views, with the changes that a program makes to each.
    private var views: [(name: String, make: @MainActor () -> UIView, change: @MainActor (UIView) -> Void)] {
        var all: [(name: String, make: @MainActor () -> UIView, change: @MainActor (UIView) -> Void)] = []
        func add<View: UIView>(
            _ name: String, _ make: @escaping @MainActor () -> View, _ change: @escaping @MainActor (View) -> Void = { _ in }
        ) {
            all.append((name, make, { view in if let view = view as? View { change(view) } }))
        }
        let picture = picture
        func press(_ button: UIButton) {
            button.setTitle("Title", for: .normal)
            button.setImage(picture, for: .normal)
            button.setBackgroundImage(picture, for: .highlighted)
            button.setTitleColor(.red, for: .selected)
            button.configuration?.title = "Other"
            button.configuration?.cornerStyle = .capsule
            button.configuration?.background.strokeWidth = 2
        }
        add("custom button", { UIButton(type: .custom) }, press)
        add("system button", { UIButton(type: .system) }, press)
        for (name, configuration) in [("plain", UIButton.Configuration.plain()), ("gray", .gray()), ("filled", .filled())] {
            add("\(name) button", { UIButton(configuration: configuration) }) { button in
                press(button)
                button.configuration = nil
                button.configuration = configuration
            }
        }
        add("switch", { UISwitch() }) { view in
            view.setOn(true, animated: true)
            view.setOn(false, animated: false)
            view.onTintColor = .red
        }
        add("slider", { UISlider() }) { slider in
            slider.setValue(0.5, animated: true)
            slider.setThumbImage(picture, for: .normal)
            slider.minimumValueImage = picture
        }
        add("stepper", { UIStepper() }) { $0.value = 100 }
        add("segmented control", { UISegmentedControl(items: ["A", "B"]) }) { control in
            control.selectedSegmentIndex = 1
            control.insertSegment(withTitle: "C", at: 0, animated: false)
            control.setEnabled(false, forSegmentAt: 0)
        }
        for style in [UITextField.BorderStyle.none, .line, .bezel, .roundedRect] {
            add(
                "text field \(style)",
                {
                    let field = UITextField()
                    field.borderStyle = style
                    return field
                }
            ) { (field: UITextField) in
                field.text = "Text"
                field.placeholder = "Hint"
                field.isSecureTextEntry = true
                field.background = self.picture
                field.disabledBackground = self.picture
                field.isEnabled = false
                field.isEnabled = true
                field.background = nil
                field.borderStyle = .none
                field.borderStyle = style
                field.insertText("more")
            }
        }
        add("search field", { UISearchTextField() }) { $0.text = "Text" }
        add("text view", { UITextView() }) { view in
            view.text = "Text\nof several lines"
            view.insertText("more")
        }
        add("label", { UILabel() }) { label in
            label.text = "Text"
            (label.isEnabled, label.isHighlighted) = (false, true)
        }
        add("image view", { UIImageView(image: picture) }) { view in
            view.image = nil
            view.image = self.picture.withRenderingMode(.alwaysTemplate)
            view.isHighlighted = true
        }
        add("progress view", { UIProgressView(progressViewStyle: .default) }) { view in
            view.setProgress(0.5, animated: true)
            view.trackTintColor = .red
            view.progressViewStyle = .bar
        }
        add(
            "activity indicator",
            {
                let view = UIActivityIndicatorView(style: .medium)
                view.hidesWhenStopped = false
                return view
            }
        ) { (view: UIActivityIndicatorView) in
            view.startAnimating()
            view.style = .large
            view.stopAnimating()
        }
        add("page control", { UIPageControl() }) { control in
            (control.numberOfPages, control.currentPage) = (4, 2)
            control.numberOfPages = 1
            control.hidesForSinglePage = true
        }
        add("picker", { UIPickerView() }) { $0.reloadAllComponents() }
        add("date picker", { UIDatePicker() }) { $0.setDate(Date(timeIntervalSince1970: 0), animated: true) }
        add("search bar", { UISearchBar() }) { bar in
            bar.text = "Text"
            bar.setShowsCancelButton(true, animated: true)
            bar.barTintColor = .red
            bar.searchBarStyle = .minimal
            bar.backgroundImage = self.picture
            bar.scopeButtonTitles = ["A", "B"]
            bar.showsScopeBar = true
            bar.backgroundImage = nil
            bar.showsCancelButton = false
        }
        add("refresh control", { UIRefreshControl() }) { control in
            control.attributedTitle = NSAttributedString(string: "Title")
            control.beginRefreshing()
            control.endRefreshing()
        }
        add("navigation bar", { UINavigationBar() }) { bar in
            bar.setItems([UINavigationItem(title: "A"), UINavigationItem(title: "B")], animated: false)
            bar.barTintColor = .red
            bar.setBackgroundImage(self.picture, for: .default)
            bar.isTranslucent = false
        }
        add("toolbar", { UIToolbar() }) { bar in
            bar.items = [UIBarButtonItem(barButtonSystemItem: .add, target: nil, action: nil)]
            bar.barTintColor = .red
        }
        add("tab bar", { UITabBar() }) { bar in
            bar.items = [UITabBarItem(title: "A", image: self.picture, tag: 0), UITabBarItem(title: "B", image: nil, tag: 1)]
            bar.selectedItem = bar.items?.last
            bar.barTintColor = .red
        }
        add("table cell", { UITableViewCell(style: .subtitle, reuseIdentifier: nil) }) { cell in
            cell.textLabel?.text = "Text"
            cell.accessoryType = .checkmark
            cell.setSelected(true, animated: true)
            cell.setSelected(false, animated: true)
            cell.setHighlighted(true, animated: false)
            cell.prepareForReuse()
        }
        add("table header", { UITableViewHeaderFooterView(reuseIdentifier: nil) }) { view in
            view.textLabel?.text = "Text"
            view.prepareForReuse()
        }
        add("collection cell", { UICollectionViewCell() }) { cell in
            cell.selectedBackgroundView = UIView()
            (cell.isSelected, cell.isHighlighted) = (true, true)
            cell.prepareForReuse()
        }
        add("scroll view", { UIScrollView() }) { view in
            view.contentSize = CGSize(width: 500, height: 500)
            view.setContentOffset(CGPoint(x: 0, y: 40), animated: true)
            view.flashScrollIndicators()
        }
        add("table", { UITableView(frame: .zero, style: .insetGrouped) }) { $0.reloadData() }
        add("collection", { UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout()) }) { $0.reloadData() }
        add("stack view", { UIStackView() }) { $0.addArrangedSubview(UILabel()) }
        add("effect view", { UIVisualEffectView(effect: nil) }) { $0.effect = UIBlurEffect(style: .light) }
        return all
    }

    func testStockViewsLeaveWhatAProgramSets() async {
        for setting in Setting.allCases {
            for (name, make, change) in views {
                let scene = Scene(CGSize(width: 320, height: 260)), view = make()
                view.frame = CGRect(x: 20, y: 30, width: max(view.bounds.width, 120), height: max(view.bounds.height, 50))
                // A control comes up with its own look, which the program then changes.
                scene.add(view)
                scene.turn { set(setting, on: view) }
                let before = values(of: view), title = "\(name), \(setting)"
                scene.turn { change(view) }
                check(view, before, "\(title), changed")
                scene.advance(to: scene.time + 0.5)
                if let control = view as? UIControl {
                    for path in [\UIControl.isEnabled, \UIControl.isHighlighted, \UIControl.isSelected] {
                        let usual = control[keyPath: path]
                        scene.turn { control[keyPath: path] = !usual }
                        scene.advance(to: scene.time + 0.5)
                        check(view, before, "\(title), \(path) changed")
                        scene.turn { control[keyPath: path] = usual }
                        scene.advance(to: scene.time + 0.5)
                    }
                    scene.turn { control.sendActions(for: .valueChanged) }
                    check(view, before, "\(title), state and back")
                }
                scene.turn { view.becomeFirstResponder() }
                scene.turn { change(view) }
                scene.turn { view.resignFirstResponder() }
                check(view, before, "\(title), focus")
                let middle = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
                scene.touch(.began, middle.x, middle.y, at: scene.time + 0.1)
                scene.touch(.moved, middle.x + 2, middle.y, at: scene.time + 0.05)
                scene.touch(.ended, middle.x + 2, middle.y, at: scene.time + 0.1)
                scene.advance(to: scene.time + 0.6)
                check(view, before, "\(title), tap")
                scene.turn {
                    scene.window.endEditing(true)
                    scene.window.screen.userInterfaceStyle = .dark
                }
                check(view, before, "\(title), dark")
                scene.turn { scene.window.screen.userInterfaceStyle = .light }
                scene.turn { view.removeFromSuperview() }
                scene.add(view)
                scene.turn {
                    view.setNeedsLayout()
                    view.layoutIfNeeded()
                }
                check(view, before, "\(title), back in the window")
            }
        }
    }

    // MARK: Views in others

    @MainActor private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate, UICollectionViewDataSource {
        var count = 3
        var prepare: (UIView) -> Void = { _ in }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
            prepare(cell)
            return cell
        }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
            prepare(cell)
            return cell
        }
    }

    func testTablesLeaveTheirCells() async throws {
        for style in [UITableView.Style.plain, .insetGrouped] {
            let scene = Scene(CGSize(width: 320, height: 400)), rows = Rows()
            let table = UITableView(frame: scene.window.bounds, style: style)
            var before: [String: String] = [:]
            rows.prepare = { [unowned self] cell in
                set(.shown, on: cell)
                before = values(of: cell)
            }
            table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
            (table.dataSource, table.delegate) = (rows, rows)
            scene.add(table)
            scene.turn { table.layoutIfNeeded() }
            let first = try XCTUnwrap(table.cellForRow(at: IndexPath(row: 0, section: 0)))
            check(first, before, "\(style)")
            rows.count = 4
            scene.turn { table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .fade) }
            scene.advance(to: scene.time + 1)
            rows.count = 3
            scene.turn { table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade) }
            scene.advance(to: scene.time + 1)
            check(first, before, "\(style), deleted")
            for cell in table.visibleCells { check(cell, before, "\(style), after changes") }
        }
    }

    func testAnInsetGroupRoundsCellsThatAProgramLeaves() async throws {
        let scene = Scene(CGSize(width: 320, height: 400)), rows = Rows()
        let table = UITableView(frame: scene.window.bounds, style: .insetGrouped)
        table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
        table.dataSource = rows
        scene.add(table)
        scene.turn { table.layoutIfNeeded() }
        let cells = table.visibleCells
        XCTAssertEqual(cells.map(\.layer.cornerRadius), [10, 0, 10])
        XCTAssertEqual(cells.map(\.clipsToBounds), [true, false, true])
        XCTAssertEqual(cells.first?.layer.maskedCorners, [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    }

    func testCollectionsLeaveTheirCells() async throws {
        let scene = Scene(CGSize(width: 320, height: 400)), rows = Rows()
        let view = UICollectionView(frame: scene.window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
        var before: [String: String] = [:]
        rows.prepare = { [unowned self] cell in
            set(.shown, on: cell)
            before = values(of: cell)
        }
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        view.dataSource = rows
        scene.add(view)
        scene.turn { view.layoutIfNeeded() }
        rows.count = 4
        scene.turn { view.insertItems(at: [IndexPath(item: 1, section: 0)]) }
        scene.advance(to: scene.time + 1)
        rows.count = 3
        scene.turn { view.deleteItems(at: [IndexPath(item: 0, section: 0)]) }
        scene.advance(to: scene.time + 1)
        scene.turn { view.setCollectionViewLayout(UICollectionViewFlowLayout(), animated: true) }
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(view.visibleCells.count, 3)
        for cell in view.visibleCells { check(cell, before, "cell") }
    }

    func testPartsOfAButtonKeepWhatAProgramSets() async {
        let scene = Scene(), button = scene.add(UIButton(type: .system))
        scene.turn {
            button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
            button.setTitle("Title", for: .normal)
        }
        button.isHighlighted = true
        XCTAssertEqual(button.titleLabel?.alpha ?? 0, 0.2, accuracy: 1e-6)
        button.isHighlighted = false
        XCTAssertEqual(button.titleLabel?.alpha, 1)
        button.titleLabel?.alpha = 0
        button.imageView?.isHidden = false
        scene.turn { button.setTitle("Other", for: .normal) }
        XCTAssertEqual(button.titleLabel?.alpha, 0)
        XCTAssertEqual(button.imageView?.isHidden, false)
    }

    func testBarsKeepTheirAlpha() async {
        let scene = Scene(CGSize(width: 320, height: 400)), navigation = UINavigationController(rootViewController: UIViewController())
        scene.turn { scene.window.rootViewController = navigation }
        scene.turn { navigation.navigationBar.alpha = 0.5 }
        scene.turn { navigation.setNavigationBarHidden(true, animated: true) }
        scene.advance(to: 1)
        scene.turn { navigation.setNavigationBarHidden(false, animated: false) }
        XCTAssertEqual(navigation.navigationBar.alpha, 0.5)
        let other = UINavigationController(rootViewController: UIViewController())
        scene.turn { scene.window.rootViewController = other }
        scene.turn { other.setNavigationBarHidden(true, animated: false) }
        XCTAssertEqual(other.navigationBar.alpha, 0)
        scene.turn { other.setNavigationBarHidden(false, animated: false) }
        XCTAssertEqual(other.navigationBar.alpha, 1)
    }

    func testAPresentedViewGetsItsLookBack() async {
        let scene = Scene(CGSize(width: 320, height: 400)), root = UIViewController(), sheet = UIViewController()
        scene.turn { scene.window.rootViewController = root }
        sheet.modalPresentationStyle = .pageSheet
        sheet.modalTransitionStyle = .crossDissolve
        sheet.view.alpha = 0.5
        let corners = sheet.view.layer.maskedCorners
        scene.turn { root.present(sheet, animated: true) }
        scene.advance(to: 1)
        XCTAssertEqual(sheet.view.alpha, 0.5)
        XCTAssertEqual(sheet.view.layer.cornerRadius, 10)
        scene.turn { root.dismiss(animated: true) }
        scene.advance(to: 2)
        XCTAssertEqual(sheet.view.alpha, 0.5)
        XCTAssertEqual(sheet.view.layer.cornerRadius, 0)
        XCTAssertEqual(sheet.view.layer.maskedCorners, corners)
        XCTAssertFalse(sheet.view.clipsToBounds)
        sheet.view.layer.cornerRadius = 4
        scene.turn { root.present(sheet, animated: false) }
        XCTAssertEqual(sheet.view.layer.cornerRadius, 4)
        scene.turn { root.dismiss(animated: false) }
        XCTAssertEqual(sheet.view.layer.cornerRadius, 4)
    }

    // MARK: The standard look

    func testBordersOfFieldsShow() async {
        let scene = Scene(CGSize(width: 100, height: 60), scale: 2), field = UITextField(frame: CGRect(x: 10, y: 10, width: 80, height: 40))
        scene.turn { scene.window.backgroundColor = .white }
        scene.add(field)
        func border() -> UInt32 { scene.pixel(100, 20) }
        func inside() -> UInt32 { scene.pixel(100, 60) }
        XCTAssertEqual(border(), 0xFFFF_FFFF)
        scene.turn { field.borderStyle = .line }
        XCTAssertEqual(border(), 0x0000_00FF)
        scene.turn { field.borderStyle = .roundedRect }
        XCTAssertNotEqual(border(), 0xFFFF_FFFF)
        XCTAssertNotEqual(border(), 0x0000_00FF)
        XCTAssertEqual(inside(), 0xFFFF_FFFF)
        scene.turn { field.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
        XCTAssertEqual(inside(), 0xFF00_00FF)
        XCTAssertEqual(scene.pixel(20, 20), 0xFFFF_FFFF, "the color stays inside the round corner")
        scene.turn { field.borderStyle = .none }
        XCTAssertEqual(border(), 0xFF00_00FF)
        XCTAssertEqual(scene.pixel(20, 20), 0xFF00_00FF)
    }

    func testDisabledControlsAreDimmed() async {
        for control in [UISwitch(), UISlider(frame: CGRect(x: 0, y: 0, width: 100, height: 34))] {
            let scene = Scene()
            scene.turn { scene.window.backgroundColor = .black }
            scene.add(control)
            (control as? UISwitch)?.onTintColor = .white
            scene.turn { (control as? UISwitch)?.isOn = true }
            scene.advance(to: scene.time + 1)
            let before = scene.host.image().rgbas
            scene.turn { control.isEnabled = false }
            scene.advance(to: scene.time + 1)
            XCTAssertNotEqual(scene.host.image().rgbas, before)
            XCTAssertEqual(control.alpha, 1)
            scene.turn { control.isEnabled = true }
            scene.advance(to: scene.time + 1)
            XCTAssertEqual(scene.host.image().rgbas, before)
        }
    }
}
