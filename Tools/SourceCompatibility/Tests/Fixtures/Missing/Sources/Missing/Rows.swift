import UIKit

final class Rows: UITableViewController {
    override func tableView(_ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {}
    @objc func sorted() {}
}
