/// The templates with a window.
extension ProjectTemplate {
    static func windowFiles(_ project: Project) -> [ProjectFile] {
        let name = project.name.text
        return [
            project.manifest(products: ["UIKit"], targets: "        .executableTarget(name: \"\(name)\"$products)"),
            project.readme(
                "A window with UIKit. The sources also compile in an Xcode project for iOS.",
                [
                    ("swift run", "opens the window"), ("AGATE_SIZE=390x844@2 swift run", "in the size of a phone"),
                    ("agate run --watch", "builds again after each change, and shows the new program in the same place"),
                ]),
            ProjectFile(
                "Sources/\(name)/AppDelegate.swift",
                """
                import UIKit

                @main
                final class AppDelegate: UIResponder, UIApplicationDelegate {
                    var window: UIWindow?

                    func application(
                        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
                    ) -> Bool {
                        let window = UIWindow(frame: UIScreen.main.bounds)
                        window.rootViewController = CounterViewController()
                        window.makeKeyAndVisible()
                        self.window = window
                        return true
                    }
                }
                """),
            ProjectFile(
                "Sources/\(name)/CounterViewController.swift",
                """
                import UIKit

                /// Counts the taps of a button.
                final class CounterViewController: UIViewController {
                    private let label = UILabel()
                    private let button = UIButton(type: .system)
                    private var count = 0 {
                        didSet { label.text = "\\(count)" }
                    }

                    override func viewDidLoad() {
                        super.viewDidLoad()
                        view.backgroundColor = .systemBackground
                        label.text = "0"
                        label.font = .boldSystemFont(ofSize: 72)
                        label.textAlignment = .center
                        button.setTitle("Count", for: .normal)
                        button.addAction(UIAction { [weak self] _ in self?.increase() }, for: .touchUpInside)

                        let stack = UIStackView(arrangedSubviews: [label, button])
                        stack.axis = .vertical
                        stack.spacing = 16
                        stack.translatesAutoresizingMaskIntoConstraints = false
                        view.addSubview(stack)
                        NSLayoutConstraint.activate([
                            stack.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                            stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
                        ])
                    }

                    private func increase() {
                        count += 1
                        label.transform = CGAffineTransform(scaleX: 1.3, y: 1.3)
                        UIView.animate(
                            withDuration: 0.5, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0, options: [.allowUserInteraction]
                        ) { self.label.transform = .identity }
                    }
                }
                """),
        ]
    }

    static func lottieFiles(_ project: Project) -> [ProjectFile] {
        let name = project.name.text
        return [
            project.manifest(
                products: ["Agate", "AgateFormats"],
                targets: "        .executableTarget(name: \"\(name)\"$products, resources: [.copy(\"Resources\")])"),
            project.readme(
                "A player of Lottie files in a window. Space pauses, the arrow keys step, and q quits.",
                [("swift run", "plays Sources/\(name)/Resources/Ball.json"), ("swift run \(name) other.json", "plays another file")]),
            ProjectFile(
                "Sources/\(name)/main.swift",
                """
                import Agate
                import AgateFormats

                let ball = Bundle.module.bundleURL.appendingPathComponent("Resources/Ball.json")
                let file = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) } ?? ball

                // The file becomes ordinary layers with ordinary animations.
                let scene = try LottieScene(url: file)
                for diagnostic in scene.diagnostics { print(diagnostic.message) }

                var options = WindowOptions()
                options.background = .white
                options.isResizable = false
                let window = try WindowHost(title: "\(name)", size: scene.size, options: options)
                window.layer.addSublayer(scene.rootLayer)
                scene.play(loopMode: .loop)

                window.onInput = { event in
                    switch event.kind {
                    case .closeRequested: exit(0)
                    case .key(let key) where key.isDown: press(key)
                    default: break
                    }
                }

                @MainActor func press(_ key: InputEvent.Key) {
                    // Keys without characters have numbers: those of the USB HID tables.
                    let left = 0x50, right = 0x4F
                    switch (key.characters, key.code) {
                    case ("q", _): exit(0)
                    case (" ", _) where scene.isPlaying: scene.pause()
                    case (" ", _): scene.play(loopMode: .loop)
                    case (_, left): step(-1)
                    case (_, right): step(1)
                    default: break
                    }
                }

                @MainActor func step(_ count: Double) {
                    scene.pause()
                    scene.currentFrame += count
                }

                RunLoop.main.run()
                """),
            ProjectFile("Sources/\(name)/Resources/Ball.json", ball),
        ]
    }

    /// A ball that bounces, with its shadow.
    private static let ball = """
        {
          "v": "5.9.0", "nm": "Ball", "fr": 30, "ip": 0, "op": 36, "w": 240, "h": 240, "assets": [],
          "layers": [
            {
              "ty": 4, "nm": "Ball", "ind": 1, "ip": 0, "op": 36, "st": 0,
              "ks": {
                "p": {
                  "a": 1,
                  "k": [
                    { "t": 0, "s": [120, 60, 0], "o": { "x": 0.6, "y": 0 }, "i": { "x": 1, "y": 1 } },
                    { "t": 18, "s": [120, 180, 0], "o": { "x": 0, "y": 0 }, "i": { "x": 0.4, "y": 1 } },
                    { "t": 36, "s": [120, 60, 0] }
                  ]
                }
              },
              "shapes": [
                { "ty": "el", "nm": "Circle", "p": { "a": 0, "k": [0, 0] }, "s": { "a": 0, "k": [60, 60] } },
                { "ty": "fl", "nm": "Fill", "c": { "a": 0, "k": [0.95, 0.41, 0.36, 1] }, "o": { "a": 0, "k": 100 } }
              ]
            },
            {
              "ty": 4, "nm": "Shadow", "ind": 2, "ip": 0, "op": 36, "st": 0,
              "ks": {
                "p": { "a": 0, "k": [120, 214, 0] },
                "s": {
                  "a": 1,
                  "k": [
                    { "t": 0, "s": [50, 50, 100], "o": { "x": 0.6, "y": 0 }, "i": { "x": 1, "y": 1 } },
                    { "t": 18, "s": [100, 100, 100], "o": { "x": 0, "y": 0 }, "i": { "x": 0.4, "y": 1 } },
                    { "t": 36, "s": [50, 50, 100] }
                  ]
                }
              },
              "shapes": [
                { "ty": "el", "nm": "Circle", "p": { "a": 0, "k": [0, 0] }, "s": { "a": 0, "k": [70, 12] } },
                { "ty": "fl", "nm": "Fill", "c": { "a": 0, "k": [0, 0, 0, 1] }, "o": { "a": 0, "k": 20 } }
              ]
            }
          ]
        }
        """
}
