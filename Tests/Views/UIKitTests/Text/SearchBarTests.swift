import Agate
import XCTest

@testable import UIKit

@MainActor final class SearchBarTests: XCTestCase {
    private final class Log: NSObject, UISearchBarDelegate {
        var notes: [String] = []
        func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { notes.append("began") }
        func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { notes.append("ended") }
        func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { notes.append("text \(searchText)") }
        func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool { text != "x" }
        func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { notes.append("search") }
        func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { notes.append("cancel") }
        func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
            notes.append("scope \(selectedScope)")
        }
    }

    private func show(_ size: CGSize = CGSize(width: 300, height: 100)) -> (Scene, UISearchBar, Log) {
        let scene = Scene(size), bar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 300, height: 56)), log = Log()
        bar.delegate = log
        scene.add(bar)
        scene.advance(to: 0.1)
        return (scene, bar, log)
    }

    private func type(_ scene: Scene, _ text: String) { scene.host.send(InputEvent(time: scene.time, .text(text))) }

    func testWritingAndSearching() async {
        let (scene, bar, log) = show()
        scene.touch(.began, 150, 28)
        scene.touch(.ended, 150, 28)
        XCTAssertTrue(bar.isFirstResponder)
        type(scene, "a")
        type(scene, "x")
        type(scene, "b")
        scene.key(UIKeyboardHIDUsage.keyboardReturnOrEnter.rawValue)
        XCTAssertEqual(bar.text, "ab")
        XCTAssertEqual(log.notes, ["began", "text a", "text ab", "search"])
        scene.turn { _ = bar.resignFirstResponder() }
        XCTAssertEqual(log.notes.last, "ended")
        scene.turn { bar.text = "c" }
        XCTAssertEqual(log.notes.last, "text c", "as Apple's: a program's text is reported, too")
    }

    func testCancelTakesRoomFromTheField() async {
        let (scene, bar, log) = show()
        let full = bar.searchTextField.frame
        XCTAssertEqual(full, CGRect(x: 8, y: 10, width: 284, height: 36))
        scene.turn { bar.setShowsCancelButton(true, animated: true) }
        scene.advance(to: 1)
        XCTAssertLessThan(bar.searchTextField.frame.maxX, 250)
        scene.touch(.began, 275, 28)
        scene.touch(.ended, 275, 28)
        XCTAssertEqual(log.notes, ["cancel"])
        scene.turn { bar.showsCancelButton = false }
        scene.advance(to: 1.1)
        XCTAssertEqual(bar.searchTextField.frame, full)
    }

    func testScopes() async {
        let (scene, bar, log) = show()
        XCTAssertEqual(bar.intrinsicContentSize.height, 56)
        scene.turn {
            bar.scopeButtonTitles = ["All", "Some"]
            bar.showsScopeBar = true
            bar.sizeToFit()
        }
        scene.advance(to: 0.2)
        XCTAssertEqual(bar.bounds.height, 100)
        scene.touch(.began, 225, 72)
        scene.touch(.ended, 225, 72)
        XCTAssertEqual(log.notes, ["scope 1"])
        XCTAssertEqual(bar.selectedScopeButtonIndex, 1)
        scene.turn { bar.scopeButtonTitles = nil }
        XCTAssertEqual(bar.intrinsicContentSize.height, 56)
        XCTAssertEqual(bar.selectedScopeButtonIndex, 0)
    }
}
