import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Archives that are played by their state machines.
final class LottieStateMachineTests: XCTestCase {
    private let host = OffscreenHost(size: CGSize(width: 100, height: 50))

    /// The square of `movingSquareJSON`, and the same file under a second name; markers "left" (0 to 10) and "right" (20 to 30).
    private func archive(_ machine: String) throws -> LottieArchive {
        let animation = movingSquareJSON.replacingOccurrences(
            of: #""nm":"Square","#, with: #""nm":"Square","markers":[{"tm":0,"cm":"left","dr":10},{"tm":20,"cm":"right","dr":10}],"#)
        return try LottieArchive(
            data: zipArchive([
                (
                    "manifest.json",
                    #"{"version":"2","animations":[{"id":"a"},{"id":"b"}],"stateMachines":[{"id":"m"}],"initial":{"stateMachine":"m"}}"#
                ),
                ("a/a.json", animation), ("a/b.json", animation), ("s/m.json", machine),
            ]), file: "x.lottie")
    }

    private func machine(_ text: String) throws -> LottieStateMachine {
        let machine = try LottieStateMachine(archive: archive(text))
        host.perform {
            host.layer.addSublayer(machine.rootLayer)
            machine.start()
        }
        return machine
    }

    private func frame(_ machine: LottieStateMachine) -> Double { host.perform { machine.scene.currentFrame } }

    private let rating = """
        {"initial":"none","inputs":[{"type":"Numeric","name":"stars","value":0},{"type":"Boolean","name":"on","value":false},
         {"type":"String","name":"mood","value":"calm"},{"type":"Event","name":"again"},{"type":"Numeric","name":"limit","value":4}],
         "states":[
          {"name":"global","type":"GlobalState","transitions":[{"type":"Transition","toState":"none","guards":[{"type":"Event","inputName":"again"}]}]},
          {"name":"none","type":"PlaybackState","animation":"a","autoplay":false,"entryActions":[{"type":"SetFrame","value":3}],"transitions":[
            {"type":"Transition","toState":"some","guards":[{"type":"Numeric","inputName":"stars","conditionType":"GreaterThanOrEqual","compareTo":2}]},
            {"type":"Transition","toState":"angry","guards":[{"type":"String","inputName":"mood","conditionType":"Equal","compareTo":"angry"},
              {"type":"Boolean","inputName":"on","conditionType":"Equal","compareTo":true}]}]},
          {"name":"some","type":"PlaybackState","animation":"b","autoplay":true,"loop":true,"segment":"right","speed":2,
           "exitActions":[{"type":"Reset","inputName":"stars"},{"type":"FireCustomEvent","value":"left some"}],"transitions":[
            {"type":"Transition","toState":"angry","guards":[{"type":"Numeric","inputName":"stars","conditionType":"GreaterThan","compareTo":"$limit"}]}]},
          {"name":"angry","type":"PlaybackState","animation":"a","autoplay":true,"mode":"Reverse"}]}
        """

    func testStatesFollowInputs() throws {
        let machine = try machine(rating)
        XCTAssertEqual(machine.stateNames, ["none", "some", "angry"])
        XCTAssertEqual(machine.state, "none")
        XCTAssertEqual(frame(machine), 3)
        XCTAssertFalse(machine.scene.isPlaying)
        var ways: [String] = [], events: [String] = []
        machine.onTransition = { ways.append("\($0) to \($1)") }
        machine.onCustomEvent = { events.append($0) }
        host.perform { XCTAssertTrue(machine.setNumber(1, forInput: "stars")) }
        XCTAssertEqual(machine.state, "none")
        host.perform { machine.setNumber(2, forInput: "stars") }
        XCTAssertEqual(machine.state, "some")
        XCTAssertTrue(machine.scene.isPlaying)
        XCTAssertEqual(machine.scene.speed, 2)
        host.advance(by: 0.1)
        XCTAssertEqual(frame(machine), 26, accuracy: 0.01, "a tenth of a second of the segment at twice the speed")
        host.advance(by: 0.1)
        XCTAssertEqual(frame(machine), 22, accuracy: 0.01, "it loops within the segment")
        host.perform { machine.setNumber(5, forInput: "stars") }
        XCTAssertEqual(machine.state, "angry")
        XCTAssertEqual(machine.number(forInput: "stars"), 0, "the exit resets it")
        host.advance(by: 0.1)
        XCTAssertEqual(frame(machine), 27, accuracy: 0.01, "backwards")
        host.perform { XCTAssertTrue(machine.fire("again")) }
        XCTAssertEqual(machine.state, "none")
        XCTAssertEqual(ways, ["none to some", "some to angry", "angry to none"])
        XCTAssertEqual(events, ["left some"])
    }

    func testAllConditionsMustBeMet() throws {
        let machine = try machine(rating)
        host.perform { machine.setString("angry", forInput: "mood") }
        XCTAssertEqual(machine.state, "none")
        host.perform { machine.setBool(true, forInput: "on") }
        XCTAssertEqual(machine.state, "angry")
    }

    /// A state that a program goes to stays, at the end of its animation too, though a transition of it is met; then inputs count again.
    func testAStateThatIsChosenStays() throws {
        let machine = try machine(
            """
            {"initial":"off","inputs":[{"type":"Boolean","name":"on","value":false},{"type":"Event","name":"kick"}],"states":[
              {"name":"off","type":"PlaybackState","animation":"a","autoplay":false,"transitions":[
                {"type":"Transition","toState":"on","guards":[{"type":"Boolean","inputName":"on","conditionType":"Equal","compareTo":true}]}]},
              {"name":"on","type":"PlaybackState","animation":"a","autoplay":true,"segment":"left","transitions":[
                {"type":"Transition","toState":"off","guards":[{"type":"Boolean","inputName":"on","conditionType":"Equal","compareTo":false}]}]}]}
            """)
        host.perform { XCTAssertTrue(machine.go(to: "on")) }
        XCTAssertEqual(machine.state, "on")
        host.perform { machine.pointer(.move, at: .zero) }
        host.advance(by: 2)
        XCTAssertEqual(machine.state, "on")
        host.perform { machine.setBool(false, forInput: "on") }
        XCTAssertEqual(machine.state, "off", "an input that is set counts, though it is what it was")
        host.perform {
            machine.go(to: "on")
            machine.fire("kick")
        }
        XCTAssertEqual(machine.state, "off")
    }

    func testInputsOfOtherNamesAndKindsAreRefused() throws {
        let machine = try machine(rating)
        XCTAssertFalse(machine.setNumber(1, forInput: "mood"))
        XCTAssertFalse(machine.setNumber(.nan, forInput: "stars"))
        XCTAssertFalse(machine.setBool(true, forInput: "nothing"))
        XCTAssertFalse(machine.fire("stars"))
        XCTAssertFalse(machine.go(to: "nowhere"))
        XCTAssertTrue(machine.go(to: "angry"))
        XCTAssertEqual(machine.state, "angry")
        machine.stop()
        XCTAssertNil(machine.state)
        machine.pointer(.down, at: .zero)
        machine.start()
        XCTAssertEqual(machine.state, "none")
    }

    func testPointers() throws {
        let machine = try machine(
            """
            {"initial":"s","inputs":[{"type":"Numeric","name":"n","value":0},{"type":"Boolean","name":"over","value":false}],
             "states":[{"name":"s","type":"PlaybackState","animation":"a"}],
             "interactions":[{"type":"Click","layerName":"Mover","actions":[{"type":"Increment","inputName":"n","value":10}]},
              {"type":"PointerDown","actions":[{"type":"Increment","inputName":"n"}]},
              {"type":"PointerEnter","layerName":"Mover","actions":[{"type":"Toggle","inputName":"over"}]},
              {"type":"PointerExit","layerName":"Mover","actions":[{"type":"SetBoolean","inputName":"over","value":false}]}]}
            """)
        _ = host.image()
        // The square is 20 points wide, around (10, 25).
        host.perform { machine.pointer(.move, at: CGPoint(x: 15, y: 25)) }
        XCTAssertEqual(machine.bool(forInput: "over"), true)
        host.perform { machine.pointer(.move, at: CGPoint(x: 16, y: 26)) }
        XCTAssertEqual(machine.bool(forInput: "over"), true, "only where it enters")
        host.perform {
            machine.pointer(.down, at: CGPoint(x: 15, y: 25)); machine.pointer(.up, at: CGPoint(x: 15, y: 25))
        }
        XCTAssertEqual(machine.number(forInput: "n"), 11)
        host.perform {
            machine.pointer(.down, at: CGPoint(x: 15, y: 25)); machine.pointer(.up, at: CGPoint(x: 70, y: 25))
        }
        XCTAssertEqual(machine.number(forInput: "n"), 12, "let go elsewhere")
        host.perform { machine.pointer(.move, at: CGPoint(x: 70, y: 25)) }
        XCTAssertEqual(machine.bool(forInput: "over"), false)
        host.perform { machine.pointer(.down, at: CGPoint(x: 200, y: 25)) }
        XCTAssertEqual(machine.number(forInput: "n"), 12, "beside the animation")
    }

    func testTheEndOfPlaying() throws {
        let machine = try machine(
            """
            {"initial":"once","inputs":[{"type":"Boolean","name":"over","value":false},{"type":"Numeric","name":"turns","value":0}],
             "states":[{"name":"once","type":"PlaybackState","animation":"a","autoplay":true,"transitions":[
               {"type":"Transition","toState":"round","guards":[{"type":"Boolean","inputName":"over","conditionType":"Equal","compareTo":true}]}]},
              {"name":"round","type":"PlaybackState","animation":"a","autoplay":true,"loop":true,"segment":"left"}],
             "interactions":[{"type":"OnComplete","stateName":"once","actions":[{"type":"Toggle","inputName":"over"}]},
              {"type":"OnLoopComplete","stateName":"round","actions":[{"type":"Increment","inputName":"turns"}]}]}
            """)
        func pass(_ seconds: Double) {
            for _ in 0..<Int(seconds * 60) {
                host.advance(by: 1.0 / 60)
                _ = RunLoop.main.run(mode: .default, before: Date())
            }
        }
        pass(0.9)
        XCTAssertEqual(machine.state, "once")
        pass(0.3)
        XCTAssertEqual(machine.state, "round")
        pass(1.2)
        XCTAssertGreaterThanOrEqual(machine.number(forInput: "turns") ?? 0, 2)
    }

    /// A handler that stops the machine ends the change and the actions in progress.
    func testAHandlerMayStopTheMachine() throws {
        let text = """
            {"initial":"a","inputs":[{"type":"Boolean","name":"on","value":false},{"type":"Numeric","name":"count","value":0}],"states":[
              {"name":"a","type":"PlaybackState","animation":"a","autoplay":true,
               "exitActions":[{"type":"FireCustomEvent","value":"exit"},{"type":"Increment","inputName":"count"}],
               "transitions":[{"type":"Transition","toState":"b",
                 "guards":[{"type":"Boolean","inputName":"on","conditionType":"Equal","compareTo":true}]}]},
              {"name":"b","type":"PlaybackState","animation":"b","autoplay":true,
               "entryActions":[{"type":"FireCustomEvent","value":"entry"},{"type":"SetFrame","value":9}]}]}
            """
        for event in ["exit", "entry"] {
            let machine = try machine(text)
            var ways = 0
            machine.onTransition = { _, _ in ways += 1 }
            machine.onCustomEvent = { [unowned machine] in if $0 == event { machine.stop() } }
            host.perform { machine.setBool(true, forInput: "on") }
            XCTAssertNil(machine.state, event)
            XCTAssertFalse(machine.scene.isPlaying, event)
            XCTAssertEqual(ways, 0, event)
            XCTAssertEqual(machine.number(forInput: "count"), event == "exit" ? 0 : 1, "the rest of the actions is left out")
            XCTAssertNotEqual(frame(machine), 9, event)
            machine.onCustomEvent = nil
            host.perform { machine.start() }
            XCTAssertEqual(machine.state, "a", event)
        }
    }

    func testCirclesHaveAnEnd() throws {
        let machine = try machine(
            """
            {"initial":"a","inputs":[{"type":"Event","name":"e"}],"states":[
              {"name":"a","type":"PlaybackState","entryActions":[{"type":"Fire","inputName":"e"}],"transitions":[{"type":"Transition","toState":"b"}]},
              {"name":"b","type":"PlaybackState","transitions":[{"type":"Transition","toState":"a"},
                {"type":"Transition","toState":"a","guards":[{"type":"Event","inputName":"e"}]}]}]}
            """)
        XCTAssertNotNil(machine.state)
        XCTAssertEqual(machine.diagnostics.map(\.identifier), ["lottie.state-machine"])
    }

    func testWhatIsNotKnownIsReported() throws {
        let machine = try machine(
            """
            {"initial":"a","states":[{"name":"a","type":"PlaybackState","segment":"nowhere","entryActions":[{"type":"Dance"}],"transitions":[
              {"type":"Tweened","toState":"gone","guards":[{"type":"Numeric","inputName":"n","conditionType":"About","compareTo":1}]}]}],
             "interactions":[{"type":"Shake","actions":[]}]}
            """)
        XCTAssertEqual(
            machine.diagnostics.map(\.identifier), [String](repeating: "lottie.unsupported", count: 4) + ["lottie.state-machine"])
        XCTAssertEqual(machine.state, "a")
        for text in ["", "[]", "{}", #"{"initial":"x","states":[{"name":"y"}]}"#, #"{"initial":"x","states":[{}]}"#] {
            XCTAssertThrowsError(try self.machine(text), text)
        }
        XCTAssertThrowsError(try LottieStateMachine(archive: archive(rating), id: "other"))
    }
}
