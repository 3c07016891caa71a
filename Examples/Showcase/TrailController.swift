import UIKit

final class TrailController: UIViewController, HeroSource {
    private let trail: Trail
    private let artwork = ArtworkView(), chart = ElevationChart()
    var hero: ArtworkView? { artwork }

    init(_ trail: Trail) {
        self.trail = trail
        super.init(nibName: nil, bundle: nil)
        title = trail.name
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        artwork.trail = trail
        chart.heights = trail.heights
        let heading = UILabel()
        heading.text = "Elevation"
        heading.font = .systemFont(ofSize: 17, weight: .semibold)
        let facts = UIStackView(arrangedSubviews: [
            fact(String(format: "%.1f km", trail.length), "Distance"), fact("\(Int(trail.climb)) m", "Ascent"),
            fact(String(format: "%.1f h", trail.hours), "Time"),
        ])
        facts.distribution = .fillEqually
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Start Hike"
        configuration.cornerStyle = .large
        let start = UIButton(
            configuration: configuration,
            primaryAction: UIAction { [unowned self] _ in present(StartSheet(trail), animated: true) })
        for view in [artwork, facts, heading, chart, start] {
            view.translatesAutoresizingMaskIntoConstraints = false
            self.view.addSubview(view)
        }
        let safe = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            artwork.topAnchor.constraint(equalTo: safe.topAnchor, constant: 12),
            artwork.heightAnchor.constraint(equalToConstant: 240),
            facts.topAnchor.constraint(equalTo: artwork.bottomAnchor, constant: 20),
            heading.topAnchor.constraint(equalTo: facts.bottomAnchor, constant: 24),
            chart.topAnchor.constraint(equalTo: heading.bottomAnchor, constant: 8),
            chart.heightAnchor.constraint(equalToConstant: 140),
            start.heightAnchor.constraint(equalToConstant: 50),
            start.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -16),
        ])
        for view in [artwork, facts, heading, chart, start] as [UIView] {
            view.leadingAnchor.constraint(equalTo: safe.leadingAnchor, constant: 16).isActive = true
            view.trailingAnchor.constraint(equalTo: safe.trailingAnchor, constant: -16).isActive = true
        }
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        chart.play()
    }

    private func fact(_ value: String, _ name: String) -> UIView {
        let number = UILabel(), caption = UILabel()
        number.text = value
        number.font = .monospacedDigitSystemFont(ofSize: 20, weight: .semibold)
        caption.text = name
        caption.font = .systemFont(ofSize: 13)
        caption.textColor = .secondaryLabel
        let stack = UIStackView(arrangedSubviews: [number, caption])
        stack.axis = .vertical
        stack.alignment = .center
        stack.spacing = 2
        return stack
    }
}
