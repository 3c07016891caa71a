// Eight things that layers do, side by side. In a window where there is a display; given a name, into a film (`tour.mp4`, `tour.webp` ...)
// or a contact sheet (`tour.png`). `--at 2` holds the window two seconds after its beginning.
import Agate
import ExampleSupport
import Foundation
import Inspector
import TourCards

let size = tourSize

if let path = CommandLine.arguments.dropFirst().first, path != "--at" {
    let host = OffscreenHost(size: size)
    try host.perform { try dealCards(on: host.layer) }
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
        try show(in: window, heldAt: heldTime) { try dealCards(on: window.layer) }
        // With AGATE_INSPECT=8080 it can be looked into from a browser.
        let inspector = try Inspector.startIfAsked(window)
        withExtendedLifetime((window, inspector)) { RunLoop.main.run() }
    } catch {
        print("\(error)\nGive a name for a film: Tour tour.mp4")
        exit(1)
    }
}
