import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

extension FuzzTarget {
    private static var limits: ReadingLimits {
        var limits = ReadingLimits()
        limits.fileSize = 1 << 20
        limits.memory = 16 << 20
        limits.time = 2
        return limits
    }

    /// A state machine's file, and after a zero what is done with it: a byte each for an input that is set, an event, a pointer, time that
    /// passes.
    static let stateMachine = FuzzTarget("state-machine", words: machineWords, seeds: { machineSeeds }) { data in
        let parts = data.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let archive = try? LottieArchive(
            data: StoredZip.archive([("manifest.json", machineManifest), ("a/a.json", machineAnimation), ("s/s.json", Data(parts[0]))]),
            limits: limits)
        guard let archive, let machine = try? LottieStateMachine(archive: archive, limits: limits) else { return false }
        let host = OffscreenHost(size: CGSize(width: 24, height: 24))
        host.perform {
            host.layer.addSublayer(machine.rootLayer)
            machine.start()
        }
        for byte in parts.count > 1 ? Data(parts[1].prefix(64)) : Data() {
            host.perform { drive(machine, Int(byte)) }
            if byte % 8 == 7 { host.advance(by: Double(byte) / 128) }
        }
        _ = host.image()
        machine.stop()
        return true
    }

    private static func drive(_ machine: LottieStateMachine, _ byte: Int) {
        let name = ["a", "b", "c", "go"][byte / 8 % 4], amount = byte / 32
        switch byte % 8 {
        case 0: machine.setBool(amount % 2 == 0, forInput: name)
        case 1: machine.setNumber([0, 1, -1, 1e300][amount % 4], forInput: name)
        case 2: machine.setString(["", "a", "b", "c"][amount % 4], forInput: name)
        case 3: machine.fire(name)
        case 4: machine.go(to: name)
        case 5, 6: machine.pointer([.down, .move, .up, .exit][amount % 4], at: CGPoint(x: byte % 32, y: 12))
        default: break
        }
    }

    /// The text of an expression, of a layer's place; the other layer's opacity asks for the same. What does not end has seconds of
    /// processor time, so that none of the seeds is such a one.
    static let expression = FuzzTarget("expression", words: expressionWords, seeds: { expressionSeeds }) { data in
        let text = String(decoding: data.prefix(2000), as: UTF8.self)
        guard let quoted = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed) else { return false }
        let json = expressionFile.replacingOccurrences(of: "EXPRESSION", with: String(decoding: quoted, as: UTF8.self))
        guard let scene = try? LottieScene(data: Data(json.utf8), limits: limits) else { return false }
        let host = OffscreenHost(size: CGSize(width: 24, height: 24))
        host.perform { host.layer.addSublayer(scene.rootLayer) }
        _ = host.image(at: 0.05)
        return true
    }

    private static let machineManifest = Data(
        ##"{"version":"2","animations":[{"id":"a"}],"stateMachines":[{"id":"s"}],"initial":{"stateMachine":"s"}}"##.utf8)
    private static let machineAnimation = Data(
        ##"{"fr":10,"ip":0,"op":10,"w":24,"h":24,"markers":[{"tm":0,"cm":"one","dr":4},{"tm":5,"cm":"two","dr":4}],"layers":[{"ty":4,"nm":"Box","ip":0,"op":10,"ks":{"o":{"a":1,"k":[{"t":0,"s":[0]},{"t":9,"s":[100]}]}},"shapes":[{"ty":"rc","p":{"k":[12,12]},"s":{"k":[9,9]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}]}]}"##
            .utf8)

    private static let machineSeeds: [Data] = [
        ##"{"initial":"a","inputs":[{"type":"Boolean","name":"a","value":false},{"type":"Numeric","name":"b","value":0},{"type":"String","name":"c","value":"a"},{"type":"Event","name":"go"}],"states":[{"name":"a","type":"PlaybackState","animation":"a","autoplay":true,"loop":true,"segment":"one","transitions":[{"type":"Transition","toState":"b","guards":[{"type":"Boolean","inputName":"a","conditionType":"Equal","compareTo":true}]},{"type":"Tweened","toState":"c","guards":[{"type":"Event","inputName":"go"}]}]},{"name":"b","type":"PlaybackState","animation":"a","mode":"ReverseBounce","loop":true,"loopCount":2,"segment":"two","entryActions":[{"type":"Increment","inputName":"b","value":2},{"type":"SetProgress","value":"$b"}],"transitions":[{"type":"Transition","toState":"a","guards":[{"type":"Numeric","inputName":"b","conditionType":"GreaterThanOrEqual","compareTo":1}]}]},{"name":"c","type":"PlaybackState","final":true,"entryActions":[{"type":"Toggle","inputName":"a"},{"type":"Reset","inputName":"b"}]},{"name":"g","type":"GlobalState","transitions":[{"type":"Transition","toState":"a","guards":[{"type":"String","inputName":"c","conditionType":"NotEqual","compareTo":"$b"}]}]}],"interactions":[{"type":"Click","layerName":"Box","actions":[{"type":"Fire","inputName":"go"}]},{"type":"OnComplete","stateName":"b","actions":[{"type":"SetString","inputName":"c","value":"b"}]},{"type":"PointerEnter","actions":[{"type":"SetFrame","value":3},{"type":"Decrement","inputName":"b"}]}]}"##
    ].map { Data($0.utf8) + [0] + Data((0..<40).map { UInt8(truncatingIfNeeded: $0 &* 37) }) }

    private static let machineWords = [
        "\"initial\":\"", "\"inputs\":[", "\"states\":[", "\"interactions\":[", "\"transitions\":[", "\"guards\":[", "\"entryActions\":[",
        "\"exitActions\":[", "\"actions\":[", "{\"type\":\"", "\"name\":\"", "\"value\":", "\"inputName\":\"", "\"conditionType\":\"",
        "\"compareTo\":", "\"toState\":\"", "\"animation\":\"a\"", "\"autoplay\":true", "\"loop\":true", "\"loopCount\":", "\"mode\":\"",
        "\"segment\":\"one\"", "\"segment\":\"two\"", "\"final\":true", "\"speed\":", "\"layerName\":\"Box\"", "\"stateName\":\"",
        "Boolean", "Numeric", "String", "Event", "PlaybackState", "GlobalState", "Transition", "Tweened", "Equal", "NotEqual",
        "GreaterThan",
        "GreaterThanOrEqual", "LessThan", "LessThanOrEqual", "SetBoolean", "SetString", "SetNumeric", "Toggle", "Increment", "Decrement",
        "Reset",
        "Fire", "SetFrame", "SetProgress", "SetTheme", "OpenUrl", "FireCustomEvent", "PointerDown", "PointerUp", "PointerEnter",
        "PointerExit",
        "PointerMove", "Click", "OnComplete", "OnLoopComplete", "Forward", "Reverse", "Bounce", "ReverseBounce", "$a", "$b", "$c",
    ]

    private static let expressionFile =
        ##"{"fr":10,"ip":0,"op":3,"w":24,"h":24,"layers":[{"ty":4,"nm":"Box","ind":1,"ip":0,"op":3,"ef":[{"ty":5,"nm":"Slide","ef":[{"ty":0,"nm":"Slider","v":{"k":4}}]}],"ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":2,"s":[9,9]}],"x":EXPRESSION}},"shapes":[{"ty":"rc","p":{"k":[12,12]},"s":{"k":[9,9]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}]},{"ty":1,"nm":"Wall","ind":2,"parent":1,"sw":9,"sh":9,"sc":"#00ff00","ip":0,"op":3,"ks":{"o":{"k":50,"x":EXPRESSION}}}]}"##

    private static let expressionSeeds: [Data] = [
        "var $bm_rt; $bm_rt = wiggle(2, 30);", "loopOut('pingpong', 0)", "value + [time * 10, Math.sin(time)]",
        "thisComp.layer('Box').transform.position.valueAtTime(time - 0.1)", "seedRandom(3, true); random(100)",
        "linear(time, 0, 1, 0, effect('Slide')('Slider'))",
        "(function f() { return f() + f() })()", "var a = [1, 2]; for (var i = 0; i < 9; i++) a.push(new Array(i)); a",
        "Object.prototype.x = 1; eval('1'); this.constructor.constructor('return 1')()",
    ].map { Data($0.utf8) }

    private static let expressionWords = [
        "time", "value", "wiggle(", "loopIn(", "loopOut(", "'cycle'", "'pingpong'", "'offset'", "'continue'", "valueAtTime(", "linear(",
        "ease(",
        "easeIn(", "thisComp", ".layer(", "thisLayer", "effect(", "Math.", "random(", "seedRandom(", "transform.", "position", "opacity",
        "key(1)",
        "numKeys", "velocity", "toComp(", "content(", "var ", "function ", "return ", "for(;;)", "while(", "new Array(", "prototype",
        "__proto__",
        "toString", "valueOf", "constructor", "eval(", "JSON.", "try{", "}catch(e){", "throw ", "NaN", "Infinity", "1e308", "[0,0]",
        "\\u0000",
    ]
}
