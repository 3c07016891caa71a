import UIKit

final class TrailCell: UITableViewCell {
    static let identifier = "trail"
    let artwork = ArtworkView()
    private let name = UILabel(), region = UILabel(), length = UILabel()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        selectionStyle = .none
        backgroundColor = .clear
        name.font = .systemFont(ofSize: 20, weight: .semibold)
        region.font = .systemFont(ofSize: 14)
        region.textColor = .secondaryLabel
        length.font = .monospacedDigitSystemFont(ofSize: 15, weight: .medium)
        length.textColor = .systemBlue
        for view in [artwork, name, region, length] {
            view.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(view)
        }
        NSLayoutConstraint.activate([
            artwork.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 8),
            artwork.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
            artwork.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
            artwork.heightAnchor.constraint(equalToConstant: 128),
            name.topAnchor.constraint(equalTo: artwork.bottomAnchor, constant: 8),
            name.leadingAnchor.constraint(equalTo: artwork.leadingAnchor),
            region.topAnchor.constraint(equalTo: name.bottomAnchor, constant: 2),
            region.leadingAnchor.constraint(equalTo: name.leadingAnchor),
            region.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -12),
            length.firstBaselineAnchor.constraint(equalTo: name.firstBaselineAnchor),
            length.trailingAnchor.constraint(equalTo: artwork.trailingAnchor),
        ])
    }

    required init?(coder: NSCoder) { nil }

    func show(_ trail: Trail) {
        artwork.trail = trail
        name.text = trail.name
        region.text = trail.region
        length.text = String(format: "%.1f km", trail.length)
    }

    override func setHighlighted(_ highlighted: Bool, animated: Bool) {
        UIView.animate(withDuration: 0.2, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0) {
            self.artwork.transform = highlighted ? CGAffineTransform(scaleX: 0.97, y: 0.97) : .identity
        }
    }
}
