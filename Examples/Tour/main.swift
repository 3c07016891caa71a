// Eight things that layers do, side by side. In a window where there is a display; given a name, into a film (`tour.mp4`, `tour.webp` ...)
// or a contact sheet (`tour.png`).
import Agate
import ExampleSupport
import Foundation
import Inspector

let size = CGSize(width: 960, height: 600)

/// Deals the cards out on a root.
@MainActor func deal(on root: CALayer) throws {
    root.backgroundColor = CGColor(red: 0.055, green: 0.063, blue: 0.11, alpha: 1)
    let card = CGSize(width: 216, height: 264)
    for (index, each) in cards.enumerated() {
        let layer = CALayer()
        layer.frame = CGRect(
            x: 24 + CGFloat(index % 4) * (card.width + 16), y: 24 + CGFloat(index / 4) * (card.height + 24), width: card.width,
            height: card.height)
        layer.cornerRadius = 20
        layer.masksToBounds = true
        layer.backgroundColor = CGColor(red: 0.11, green: 0.125, blue: 0.2, alpha: 1)
        try each.fill(layer, card)
        let title = CATextLayer()
        title.string = each.title
        title.font = "Helvetica" as NSString
        title.fontSize = 13
        title.alignmentMode = .center
        title.foregroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.75)
        title.contentsScale = 2
        title.frame = CGRect(x: 0, y: card.height - 30, width: card.width, height: 20)
        layer.addSublayer(title)
        root.addSublayer(layer)
    }
}

if CommandLine.arguments.count > 1 {
    let path = CommandLine.arguments[1]
    let host = OffscreenHost(size: size)
    try host.perform { try deal(on: host.layer) }
    // Springs swing, particles are on their way.
    host.advance(to: 2)
    if path.hasSuffix(".png") {
        let sheet = ContactSheet(columns: 2)
        sheet.add(host, every: 0.7, count: 4)
        try sheet.write(to: path)
    } else {
        try host.record(to: .file(URL(fileURLWithPath: path)), until: 8, framesPerSecond: 30)
    }
} else {
    do {
        let window = try WindowHost(title: "Agate", size: size)
        try deal(on: window.layer)
        // With AGATE_INSPECT=8080 it can be looked into from a browser.
        let inspector = try Inspector.startIfAsked(window)
        withExtendedLifetime((window, inspector)) { RunLoop.main.run() }
    } catch {
        print("\(error)\nGive a name for a film: Tour tour.mp4")
        exit(1)
    }
}
