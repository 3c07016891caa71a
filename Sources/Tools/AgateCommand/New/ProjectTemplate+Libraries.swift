/// The templates with tests.
extension ProjectTemplate {
    static func snapshotFiles(_ project: Project) -> [ProjectFile] {
        let name = project.name.text, module = project.name.module
        var testing = ""
        if case .package(let package) = project.source { testing = ", .product(name: \"AgateTesting\", package: \"\(package.identity)\")" }
        return [
            project.manifest(
                products: ["UIKit"],
                targets: """
                            .target(name: "\(name)"$products),
                            .testTarget(name: "\(name)Tests", dependencies: ["\(name)"\(testing)], exclude: ["Pictures"]),
                    """),
            project.readme(
                """
                A view, and a test that compares its picture with one that was reviewed. The first run has no picture: it writes
                `Tests/\(name)Tests/Pictures/card.png` and fails once, so that you look at it. Pictures have the same bytes on every machine; text may
                differ if another version of a font is installed.
                """,
                [
                    ("swift test", "compares, and writes missing pictures"),
                    ("AGATE_RECORD_PICTURES=1 swift test", "writes all pictures again, after a change that is intended"),
                    ("AGATE_RECORD_PICTURES=never swift test", "for continuous integration: writes none"),
                ]),
            ProjectFile(
                "Sources/\(name)/ProfileCard.swift",
                """
                import UIKit

                /// A coloured disk with initials, and a name beside it.
                public final class ProfileCard: UIView {
                    private let disk = UILabel()
                    private let label = UILabel()

                    public init(name: String, color: UIColor) {
                        super.init(frame: CGRect(x: 0, y: 0, width: 240, height: 64))
                        backgroundColor = .white
                        layer.cornerRadius = 12
                        disk.text = String(name.split(separator: " ").compactMap(\\.first))
                        disk.textColor = .white
                        disk.textAlignment = .center
                        disk.backgroundColor = color
                        disk.clipsToBounds = true
                        label.text = name
                        label.textColor = .black
                        addSubview(disk)
                        addSubview(label)
                    }

                    required init?(coder: NSCoder) { nil }

                    public override func layoutSubviews() {
                        super.layoutSubviews()
                        let side = bounds.height - 16
                        disk.frame = CGRect(x: 8, y: 8, width: side, height: side)
                        disk.layer.cornerRadius = side / 2
                        label.frame = CGRect(x: side + 20, y: 8, width: bounds.width - side - 28, height: side)
                    }
                }
                """),
            ProjectFile(
                "Tests/\(name)Tests/ProfileCardTests.swift",
                """
                import AgateTesting
                import Testing

                @testable import \(module)

                @MainActor struct ProfileCardTests {
                    @Test func card() {
                        let card = ProfileCard(name: "Ada Lovelace", color: .systemIndigo)
                        card.frame.origin = CGPoint(x: 16, y: 16)
                        // The stage has its own time and needs no display.
                        let stage = Stage(size: CGSize(width: 272, height: 96), scale: 2, background: CGColor(gray: 0.9, alpha: 1))
                        stage.add(card)
                        assertPicture(stage, named: "card")
                    }
                }
                """),
            ProjectFile("Tests/\(name)Tests/Pictures/README.md", "The reviewed pictures of the tests, named as in the tests."),
        ]
    }

    static func packageFiles(_ project: Project) -> [ProjectFile] {
        let name = project.name.text, module = project.name.module
        return [
            project.manifest(
                head: ["platforms: [.iOS(.v15)],", "products: [.library(name: \"\(name)\", targets: [\"\(name)\"])],"],
                products: ["UIKit"], isLinuxOnly: true,
                targets: """
                            .target(name: "\(name)"$products),
                            .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
                    """),
            project.readme(
                """
                A package with a view, for iOS and Linux: on iOS, UIKit is the system's, and Agate's on Linux. The sources are the same.
                """,
                [
                    ("swift test", "on Linux"),
                    ("xcodebuild test -scheme \(name) -destination 'platform=iOS Simulator,name=iPhone 16'", "on a Mac"),
                ]),
            ProjectFile(
                "Sources/\(name)/RingView.swift",
                """
                import UIKit

                /// A ring that shows a progress.
                public final class RingView: UIView {
                    private let ring = CAShapeLayer()

                    /// The progress, 0...1. Values outside are clamped; NaN is 0.
                    public var progress: CGFloat = 0 {
                        didSet { ring.strokeEnd = progress > 0 ? min(progress, 1) : 0 }
                    }

                    public override init(frame: CGRect) {
                        super.init(frame: frame)
                        ring.fillColor = nil
                        ring.lineWidth = 6
                        ring.lineCap = .round
                        ring.strokeColor = UIColor.systemBlue.cgColor
                        ring.strokeEnd = 0
                        layer.addSublayer(ring)
                    }

                    public required init?(coder: NSCoder) { nil }

                    public override func layoutSubviews() {
                        super.layoutSubviews()
                        let radius = max(0, (min(bounds.width, bounds.height) - ring.lineWidth) / 2)
                        let center = CGPoint(x: bounds.midX, y: bounds.midY)
                        // From the top, clockwise.
                        ring.path = UIBezierPath(
                            arcCenter: center, radius: radius, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: true
                        ).cgPath
                    }
                }
                """),
            ProjectFile(
                "Tests/\(name)Tests/RingViewTests.swift",
                """
                import Testing
                import UIKit

                @testable import \(module)

                @MainActor struct RingViewTests {
                    private func ring(of view: RingView) throws -> CAShapeLayer {
                        try #require(view.layer.sublayers?.first as? CAShapeLayer)
                    }

                    @Test func progressIsClamped() throws {
                        let view = RingView(frame: .zero), ring = try ring(of: view)
                        for (progress, end) in [(0.25, 0.25), (2, 1), (-1, 0), (.nan, 0)] as [(CGFloat, CGFloat)] {
                            view.progress = progress
                            #expect(ring.strokeEnd == end)
                        }
                    }

                    @Test func ringFitsTheView() throws {
                        let view = RingView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
                        view.layoutIfNeeded()
                        let box = try #require(try ring(of: view).path?.boundingBoxOfPath)
                        #expect(abs(box.midX - 50) < 0.01)
                        #expect(abs(box.height - 54) < 0.01)
                    }
                }
                """),
        ]
    }
}
