import UIKit

final class PersonCell: UITableViewCell {
    static let identifier = "person"
    private let badge = UILabel(), name = UILabel(), town = UILabel()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        badge.font = .systemFont(ofSize: 15, weight: .semibold)
        badge.textAlignment = .center
        badge.textColor = .white
        badge.clipsToBounds = true
        badge.layer.cornerRadius = 18
        name.font = .systemFont(ofSize: 17)
        town.font = .systemFont(ofSize: 13)
        town.textColor = .secondaryLabel
        for view in [badge, name, town] {
            view.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(view)
        }
        NSLayoutConstraint.activate([
            badge.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
            badge.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
            badge.widthAnchor.constraint(equalToConstant: 36),
            badge.heightAnchor.constraint(equalToConstant: 36),
            name.leadingAnchor.constraint(equalTo: badge.trailingAnchor, constant: 12),
            name.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 8),
            name.trailingAnchor.constraint(lessThanOrEqualTo: contentView.trailingAnchor, constant: -16),
            town.leadingAnchor.constraint(equalTo: name.leadingAnchor),
            town.topAnchor.constraint(equalTo: name.bottomAnchor, constant: 2),
        ])
    }

    required init?(coder: NSCoder) { nil }

    func show(_ person: Person) {
        name.text = person.name
        town.text = person.town
        badge.text = String(person.name.split(separator: " ").prefix(2).compactMap(\.first))
        badge.backgroundColor = UIColor(hue: CGFloat(person.id % 24) / 24, saturation: 0.55, brightness: 0.8, alpha: 1)
    }
}

/// A search among ten thousand people, with each letter that is typed.
final class PeopleController: UIViewController, UITableViewDataSource, UISearchBarDelegate {
    let table = UITableView(frame: .zero, style: .plain), search = UISearchBar()
    private let all = Person.all
    /// Each name from each of its words on: a search finds beginnings of words.
    private let keys = Person.all.map { person in
        let name = person.name.lowercased()
        return [name] + name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: " ") }.map { String(name[$0...].dropFirst()) }
    }
    private lazy var shown = all

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "People"
        view.backgroundColor = .systemBackground
        search.placeholder = "Search 10,000 people"
        search.delegate = self
        table.dataSource = self
        table.rowHeight = 56
        table.register(PersonCell.self, forCellReuseIdentifier: PersonCell.identifier)
        for view in [search, table] {
            view.translatesAutoresizingMaskIntoConstraints = false
            self.view.addSubview(view)
        }
        let safe = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            search.topAnchor.constraint(equalTo: safe.topAnchor),
            search.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            search.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            table.topAnchor.constraint(equalTo: search.bottomAnchor),
            table.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            table.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            table.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
        ])
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { shown.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: PersonCell.identifier, for: indexPath)
        (cell as? PersonCell)?.show(shown[indexPath.row])
        return cell
    }

    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        let wanted = searchText.lowercased()
        shown = wanted.isEmpty ? all : all.indices.filter { keys[$0].contains { $0.hasPrefix(wanted) } }.map { all[$0] }
        table.reloadData()
    }
}
