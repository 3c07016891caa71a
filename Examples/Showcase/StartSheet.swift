import UIKit

/// Asks when to leave and with how many, in a sheet.
final class StartSheet: UIViewController {
    private let trail: Trail
    private let count = UILabel(), stepper = UIStepper()

    init(_ trail: Trail) {
        self.trail = trail
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .pageSheet
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .secondarySystemBackground
        let heading = UILabel()
        heading.text = "Hike \(trail.name)"
        heading.font = .systemFont(ofSize: 22, weight: .bold)
        let when = UISegmentedControl(items: ["Today", "Tomorrow", "Weekend"])
        when.selectedSegmentIndex = 1
        stepper.minimumValue = 1
        stepper.maximumValue = 12
        stepper.value = 2
        stepper.addAction(UIAction { [unowned self] _ in showCount() }, for: .valueChanged)
        let party = UIStackView(arrangedSubviews: [count, stepper])
        party.distribution = .equalSpacing
        let pace = UISlider()
        pace.value = 0.4
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Plan It"
        configuration.cornerStyle = .large
        let done = UIButton(configuration: configuration, primaryAction: UIAction { [unowned self] _ in dismiss(animated: true) })
        let stack = UIStackView(arrangedSubviews: [heading, when, party, pace, done])
        stack.axis = .vertical
        stack.spacing = 22
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 28),
            stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
            stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
            done.heightAnchor.constraint(equalToConstant: 50),
        ])
        showCount()
    }

    private func showCount() { count.text = stepper.value == 1 ? "On my own" : "\(Int(stepper.value)) people" }
}
