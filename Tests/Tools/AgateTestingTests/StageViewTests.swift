import AgateTesting
import XCTest

@MainActor private final class Button: UIView {
    var taps = 0
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        taps += touches.first?.tapCount ?? 0
        backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    }
}

final class StageViewTests: XCTestCase {
    func testInputReachesViews() {
        MainActor.assumeIsolated {
            let stage = Stage(size: CGSize(width: 200, height: 100))
            let holder = UIView(frame: CGRect(x: 100, y: 20, width: 80, height: 60))
            let button = Button(frame: CGRect(x: 10, y: 10, width: 40, height: 30))
            holder.addSubview(button)
            stage.add(holder)
            stage.tap(button)
            XCTAssertEqual(button.taps, 1)
            stage.advance(by: 1)
            stage.tap(button.spot(0, 0), count: 2)
            XCTAssertEqual(button.taps, 1 + 1 + 2)
            stage.tap(CGPoint(x: 99, y: 20))
            XCTAssertEqual(button.taps, 4)
            XCTAssertEqual(stage.image().withPixels { $0[35 * 200 + 115] }, 0xFFFF_0000)
        }
    }

    func testAControllerFillsItsStage() {
        MainActor.assumeIsolated {
            let controller = UIViewController()
            controller.view.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
            let stage = Stage(controller, size: CGSize(width: 60, height: 40))
            XCTAssertEqual(controller.view.frame, CGRect(x: 0, y: 0, width: 60, height: 40))
            XCTAssertEqual(stage.image().withPixels { $0[0] }, 0xFF00_00FF)
            stage.resize(to: CGSize(width: 80, height: 50))
            XCTAssertEqual(controller.view.frame, CGRect(x: 0, y: 0, width: 80, height: 50))
            XCTAssertEqual(stage.image().width, 80)
        }
    }

    func testAViewIsItsOwnStage() {
        MainActor.assumeIsolated {
            let view = Button(frame: CGRect(x: 50, y: 60, width: 30, height: 20))
            let stage = Stage(view, scale: 2)
            XCTAssertEqual(stage.image().width, 60)
            stage.tap(view)
            XCTAssertEqual(view.taps, 1)
        }
    }
}
