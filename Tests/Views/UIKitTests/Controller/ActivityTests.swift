import Agate
import UIKit
import XCTest

@MainActor final class ActivityTests: XCTestCase {
    /// Nothing can be shared: the sheet goes, and the program is not left waiting.
    func testASheetClosesAndReportsThatNothingWasDone() async {
        let scene = Scene(), controller = UIViewController()
        scene.turn { scene.window.rootViewController = controller }
        let sheet = UIActivityViewController(activityItems: ["text"], applicationActivities: nil)
        var reports: [String] = []
        sheet.completionWithItemsHandler = { type, isDone, items, error in
            reports.append("\(type?.rawValue ?? "none") \(isDone) \(items == nil) \(error == nil)")
        }
        scene.turn { controller.present(sheet, animated: true) }
        scene.advance(to: 3)
        XCTAssertEqual(reports, ["none false true true"])
        XCTAssertNil(controller.presentedViewController)
        let interaction = UIContextMenuInteraction(delegate: Menus()), view = scene.add(UIView())
        scene.turn { view.addInteraction(interaction) }
        XCTAssertTrue(interaction.view === view)
        XCTAssertFalse(UIMenuController.shared.isMenuVisible)
    }

    private final class Menus: NSObject, UIContextMenuInteractionDelegate {
        func contextMenuInteraction(_ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint)
            -> UIContextMenuConfiguration?
        { nil }
    }
}
