/// The templates without a window.
extension ProjectTemplate {
    static func offscreenFiles(_ project: Project) -> [ProjectFile] {
        let name = project.name.text
        return [
            project.manifest(
                products: ["Agate", "ImageIO"], targets: "        .executableTarget(name: \"\(name)\"$products)"),
            project.readme(
                "A picture of layers, drawn without a display.",
                [("swift run", "writes picture.png"), ("swift run \(name) other.png", "writes another file")]),
            ProjectFile(
                "Sources/\(name)/main.swift",
                """
                import Agate
                import ImageIO

                // The host shows layers in a bitmap, and has its own clock: the picture is the same in every run.
                let host = OffscreenHost(size: CGSize(width: 320, height: 200), scale: 2, background: .white)
                let card = CALayer()
                host.perform {
                    card.frame = CGRect(x: 60, y: 50, width: 200, height: 100)
                    card.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
                    card.shadowOpacity = 0.4
                    card.shadowRadius = 8
                    card.shadowOffset = CGSize(width: 0, height: 4)

                    let title = CATextLayer()
                    title.frame = CGRect(x: 0, y: 36, width: 200, height: 28)
                    title.string = "Hello, layers"
                    title.fontSize = 22
                    title.alignmentMode = .center
                    card.addSublayer(title)
                    host.layer.addSublayer(card)
                }

                // The card was shown, so this change animates, in a quarter of a second. The picture shows the middle of it.
                host.perform { card.cornerRadius = 50 }
                host.advance(by: 0.125)

                let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "picture.png")
                guard let destination = CGImageDestinationCreateWithURL(file as CFURL, "public.png" as CFString, 1, nil) else {
                    fatalError("PNG files can't be written")
                }
                CGImageDestinationAddImage(destination, host.image(), nil)
                guard CGImageDestinationFinalize(destination) else { fatalError("\\(file.path) can't be written") }
                print("wrote \\(file.relativePath)")
                """),
        ]
    }

    static func filmFiles(_ project: Project) -> [ProjectFile] {
        let name = project.name.text
        return [
            project.manifest(
                products: ["AgateBatch"],
                targets: "        .executableTarget(name: \"\(name)\"$products, resources: [.copy(\"Resources\")])"),
            project.readme(
                """
                A film for each row of a table. `Card.caml` is the template: the columns of `people.csv` are named after its inputs, which
                `agate info --inputs Sources/\(name)/Resources/Card.caml` lists. APNG, GIF and WebP need no other program; `mp4` needs `ffmpeg`.
                """,
                [("swift run", "writes films/ada.apng and films/grace.apng"), ("swift run \(name) rows.csv", "another table")]),
            ProjectFile(
                "Sources/\(name)/main.swift",
                """
                import AgateBatch
                import Foundation

                let resources = Bundle.module.bundleURL.appendingPathComponent("Resources")
                let table = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
                try FileManager.default.createDirectory(atPath: "films", withIntermediateDirectories: true)

                var batch = FilmBatch(template: resources.appendingPathComponent("Card.caml"), output: "films/{id}.apng")
                batch.duration = 2
                batch.framesPerSecond = 20
                let report = try batch.run(DataTable(contentsOf: table ?? resources.appendingPathComponent("people.csv")))

                print("\\(report.made) films with \\(report.frames) frames")
                // A row that fails does not stop the others.
                for failure in report.failures { print("row \\(failure.row): \\(failure.reason)") }
                """),
            ProjectFile(
                "Sources/\(name)/Resources/Card.caml",
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
                  <CALayer name="Background" bounds="0 0 320 180" position="160 90" geometryFlipped="1" backgroundColor="0.1 0.15 0.3">
                    <sublayers>
                      <CATextLayer name="Title" bounds="0 0 280 40" position="160 90" fontSize="28" alignmentMode="center" string="Title"
                          foregroundColor="1 1 1">
                        <animations>
                          <CABasicAnimation keyPath="opacity" duration="1" fillMode="backwards">
                            <fromValue type="real" value="0"/>
                            <toValue type="real" value="1"/>
                          </CABasicAnimation>
                        </animations>
                      </CATextLayer>
                    </sublayers>
                  </CALayer>
                </caml>
                """),
            ProjectFile(
                "Sources/\(name)/Resources/people.csv",
                """
                id,Title,Background.backgroundColor
                ada,Ada Lovelace,#203060
                grace,Grace Hopper,#602030
                """),
        ]
    }
}
