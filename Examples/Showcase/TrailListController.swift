import UIKit

final class TrailListController: UITableViewController {
    private let trails = Trail.all
    /// The row whose artwork moves into the detail.
    private(set) var chosen: IndexPath?

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Trails"
        tableView.separatorStyle = .none
        tableView.rowHeight = UITableView.automaticDimension
        tableView.estimatedRowHeight = 196
        tableView.register(TrailCell.self, forCellReuseIdentifier: TrailCell.identifier)
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { trails.count }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: TrailCell.identifier, for: indexPath)
        (cell as? TrailCell)?.show(trails[indexPath.row])
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        chosen = indexPath
        navigationController?.pushViewController(TrailController(trails[indexPath.row]), animated: true)
    }
}

extension TrailListController: HeroSource {
    var hero: ArtworkView? { chosen.flatMap { tableView.cellForRow(at: $0) as? TrailCell }?.artwork }
}
