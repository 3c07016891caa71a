import UIKit

final class SettingsController: UITableViewController {
    private let rows = [["Appearance"], ["Offline maps", "Voice hints", "Battery saver"], ["About Trails"]]
    private let titles = ["Look", "On the way", nil]
    private var isOn = [true, false, true]

    init() {
        super.init(style: .insetGrouped)
        title = "Settings"
    }

    required init?(coder: NSCoder) { nil }

    override func numberOfSections(in tableView: UITableView) -> Int { rows.count }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows[section].count }
    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { titles[section] }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.selectionStyle = .none
        cell.textLabel?.text = rows[indexPath.section][indexPath.row]
        switch indexPath.section {
        case 0:
            let look = UISegmentedControl(items: ["Light", "Dark"])
            look.selectedSegmentIndex = traitCollection.userInterfaceStyle == .dark ? 1 : 0
            look.addAction(
                UIAction { [unowned self, unowned look] _ in
                    guard let window = view.window else { return }
                    UIView.transition(with: window, duration: 0.35, options: .transitionCrossDissolve) {
                        window.overrideUserInterfaceStyle = look.selectedSegmentIndex == 1 ? .dark : .light
                    }
                }, for: .valueChanged)
            look.frame.size.width = 140
            cell.accessoryView = look
        case 1:
            let control = UISwitch(), row = indexPath.row
            control.isOn = isOn[row]
            control.addAction(UIAction { [unowned self, unowned control] _ in isOn[row] = control.isOn }, for: .valueChanged)
            cell.accessoryView = control
        default: cell.accessoryType = .disclosureIndicator
        }
        return cell
    }
}
