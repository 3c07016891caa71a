// Every class of layer and every group of properties on one page, with labels: what there is, and what it looks like here. With `--window`
// in a window, and with `--at 3` held three seconds after its beginning.
import Agate
import ExampleSupport
import Foundation
import ImageIO

let columns = 5, gap: CGFloat = 18, margin: CGFloat = 36, headline: CGFloat = 56, heading: CGFloat = 62, scale: CGFloat = 2
let card = CGSize(width: 216, height: 204), stage = CGSize(width: 216, height: 146)

func label(_ text: String, _ frame: CGRect, size: CGFloat, bold: Bool = false, color: CGColor = Palette.ink) -> CATextLayer {
    let layer = CATextLayer()
    layer.string = text
    layer.font = NSString(string: bold ? "Helvetica-Bold" : "Helvetica")
    layer.fontSize = size
    layer.foregroundColor = color
    layer.contentsScale = scale
    layer.truncationMode = .end
    layer.frame = frame
    return layer
}

/// A card: the exhibit on its stage, its name and what to look for.
func exhibitLayer(_ exhibit: Exhibit, at origin: CGPoint) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(origin: origin, size: card)
    layer.backgroundColor = Palette.white
    layer.cornerRadius = 12
    layer.shadowOpacity = 0.12
    layer.shadowRadius = 5
    layer.shadowOffset = CGSize(width: 0, height: 2)
    let content = CALayer()
    content.frame = CGRect(origin: .zero, size: stage)
    content.backgroundColor = Palette.stage
    content.cornerRadius = 12
    content.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    content.masksToBounds = true
    exhibit.build(content)
    layer.addSublayer(content)
    layer.addSublayer(label(exhibit.name, CGRect(x: 12, y: stage.height + 9, width: card.width - 24, height: 19), size: 14, bold: true))
    layer.addSublayer(
        label(exhibit.note, CGRect(x: 12, y: stage.height + 30, width: card.width - 24, height: 17), size: 11, color: Palette.grey))
    return layer
}

let rooms: [(name: String, exhibits: [Exhibit])] = [
    ("Layers", layerExhibits), ("Look", lookExhibits), ("Place and composition", compositionExhibits),
]

// For the documentation: each by itself.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--reference" {
    let reference = Reference(folder: URL(fileURLWithPath: CommandLine.arguments[2]))
    try reference.write()
    exit(0)
}

func rows(_ count: Int) -> CGFloat { CGFloat((count + columns - 1) / columns) }
let width = 2 * margin + CGFloat(columns) * card.width + CGFloat(columns - 1) * gap
let height = rooms.reduce(margin + headline) { $0 + heading + rows($1.exhibits.count) * (card.height + gap) }

/// Fills a layer of the page's size.
@MainActor func fill(_ page: CALayer) {
    page.addSublayer(
        label("Agate: a gallery of layers", CGRect(x: margin, y: margin - 4, width: width - 2 * margin, height: 40), size: 30, bold: true))
    var top = margin + headline
    for room in rooms {
        page.addSublayer(
            label(room.name, CGRect(x: margin, y: top + 20, width: 600, height: 26), size: 19, bold: true, color: Palette.indigo))
        top += heading
        for (index, exhibit) in room.exhibits.enumerated() {
            let place = CGPoint(
                x: margin + CGFloat(index % columns) * (card.width + gap), y: top + CGFloat(index / columns) * (card.height + gap))
            page.addSublayer(exhibitLayer(exhibit, at: place))
        }
        top += rows(room.exhibits.count) * (card.height + gap)
    }
}

if CommandLine.arguments.dropFirst().first == "--window" {
    var options = WindowOptions()
    options.background = Palette.paper
    let window = try WindowHost(title: "Agate: a gallery of layers", size: CGSize(width: width, height: height), options: options)
    let page = CALayer()
    page.frame = CGRect(x: 0, y: 0, width: width, height: height)
    window.layer.addSublayer(page)
    show(in: window, heldAt: heldTime) { fill(page) }
    // Most screens are lower than the page.
    window.onInput = { event in
        switch event.kind {
        case .closeRequested: exit(0)
        case .scroll(_, let distance):
            CATransaction.setDisableActions(true)
            page.frame.origin.y = min(0, max(page.frame.minY - distance.height, window.size.height - height))
        default: break
        }
    }
    withExtendedLifetime(window) { RunLoop.main.run() }
}

let host = OffscreenHost(size: CGSize(width: width, height: height), scale: scale, background: Palette.paper)
host.perform { fill(host.layer) }
// Emitters have been at work for a while by then.
let picture = host.image(at: 3)
let path = outputPath("Gallery")
guard let destination = CGImageDestinationCreateWithURL(URL(fileURLWithPath: path) as CFURL, "public.png" as CFString, 1, nil) else {
    throw CocoaError(.fileWriteUnknown)
}
CGImageDestinationAddImage(destination, picture, nil)
guard CGImageDestinationFinalize(destination) else { throw CocoaError(.fileWriteUnknown) }
