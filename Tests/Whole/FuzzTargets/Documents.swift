import Agate
import AgateFormats
import Foundation
import QuartzCore

extension FuzzTarget {
    private static var limits: ReadingLimits {
        var limits = ReadingLimits()
        limits.fileSize = 1 << 20
        limits.memory = 16 << 20
        limits.imagePixels = 1 << 20
        limits.elements = 2000
        limits.time = 2
        return limits
    }

    /// A few pictures of a tree, small ones.
    private static func show(_ layer: CALayer, _ times: [Double]) {
        let host = OffscreenHost(size: CGSize(width: 24, height: 24))
        host.perform { host.layer.addSublayer(layer) }
        for time in times { _ = host.image(at: time) }
    }

    static let caml = FuzzTarget("caml", words: camlWords, seeds: { camlSeeds }) { data in
        guard let document = try? CAMLDocument(data: data, folder: URL(fileURLWithPath: "/nonexistent"), limits: limits),
            let scene = try? CAMLScene(document: document)
        else { return false }
        for state in scene.stateNames.prefix(3) { try? scene.setState(state, animated: true) }
        show(scene.hostedLayer, [0, 0.3])
        CATransaction.flush()
        return true
    }

    static let propertyList = FuzzTarget(
        "plist",
        seeds: {
            [
                Data(
                    "<plist version=\"1.0\"><dict><key>rootDocument</key><string>main.caml</string><key>geometryFlipped</key><true/></dict></plist>"
                        .utf8)
            ]
        }
    ) { data in
        (try? XMLTree.read(data, file: "index.xml", limits: limits)) != nil
    }

    static let lottie = FuzzTarget("lottie", words: lottieWords, seeds: { lottieSeeds }) { data in
        guard let scene = try? LottieScene(data: data, limits: limits) else { return false }
        show(scene.rootLayer, [0])
        for share in [0.0, 0.3, 1] {
            scene.currentProgress = share
            _ = scene.keyPaths().prefix(4).map { $0 }
        }
        show(scene.rootLayer, [0, 0.2])
        return true
    }

    /// Bytes of a zip archive; or, where they don't begin as one, the files to put into an archive that is whole, after each a zero: its
    /// manifest, an animation, a theme. An archive that is changed has wrong sums nearly always and is read no further.
    static let lottieArchive = FuzzTarget("lottie-zip", words: manifestWords, seeds: { zipSeeds }) { data in
        let bytes = data.starts(with: [0x50, 0x4B]) ? data : StoredZip.archive(packed(data))
        guard let archive = try? LottieArchive(data: bytes, limits: limits) else { return false }
        for animation in archive.animations.prefix(2) {
            for theme in [nil, archive.themes.first?.id] {
                guard let scene = try? LottieScene(archive: archive, animation: animation.id, limits: limits) else { continue }
                if let theme { try? scene.setTheme(theme) }
                show(scene.rootLayer, [0.1])
            }
        }
        return true
    }

    private static func packed(_ data: Data) -> [(name: String, data: Data)] {
        let parts = data.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        return zip(["manifest.json", "a/a.json", "t/t.json"], parts).map { ($0, Data($1)) }
    }

    private static let zipSeeds: [Data] = {
        let theme = ##"{"rules":[{"id":"color","type":"Color","value":[0,1,0]}]}"##
        let animation =
            ##"{"fr":30,"ip":0,"op":30,"w":24,"h":24,"slots":{"color":{"p":{"k":[1,0,0]}}},"layers":[{"ty":4,"ip":0,"op":30,"ks":{},"shapes":[{"ty":"rc","p":{"k":[9,9]},"s":{"k":[9,9]},"r":{"k":0}},{"ty":"fl","c":{"sid":"color"},"o":{"k":100}}]}]}"##
        let manifests = [
            ##"{"version":"2","animations":[{"id":"a","themes":["t"],"initialTheme":"t"}],"themes":[{"id":"t","name":"T"}],"initial":{"animation":"a"}}"##,
            ##"{"version":"1.0","animations":[{"id":"a","loop":true,"autoplay":true,"speed":2,"playMode":"bounce"}],"activeAnimationId":"a"}"##,
        ]
        let texts = manifests.map { Data([$0, animation, theme].joined(separator: "\0").utf8) }
        return texts + [StoredZip.archive(packed(texts[0])), Data("PK\u{3}\u{4}".utf8)]
    }()

    private static let camlSeeds: [Data] = [
        """
        <?xml version="1.0" encoding="UTF-8"?><caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer allowsGroupOpacity="1" bounds="0 0 24 24" \
        position="12 12" backgroundColor="1 0 0" cornerRadius="4" transform="rotate(30deg, 0, 0, 1)"><sublayers><CAShapeLayer id="a" bounds="0 0 9 9" \
        path="M 0 0 L 9 0 L 9 9 Z" fillColor="0 1 0"/><CAGradientLayer bounds="0 0 9 9"><colors><CGColor value="1 0 0"/><CGColor value="0 0 1"/></colors>\
        </CAGradientLayer><CAReplicatorLayer instanceCount="3" instanceDelay="0.1"><sublayers><CALayer bounds="0 0 2 2" backgroundColor="0"/></sublayers>\
        </CAReplicatorLayer><CATextLayer string="Ab" fontSize="9"/></sublayers><animations><animation type="CABasicAnimation" keyPath="opacity" \
        duration="1" repeatCount="inf"><fromValue type="real" value="0"/><toValue type="real" value="1"/></animation></animations>\
        <states><LKState name="On"><elements><LKStateSetValue targetId="a" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue></elements>\
        </LKState></states><stateTransitions><LKStateTransition fromState="*" toState="On"><elements><LKStateTransitionElement targetId="a" \
        key="opacity"><animation type="CASpringAnimation" keyPath="opacity" damping="5" mass="1" stiffness="50"/></LKStateTransitionElement></elements>\
        </LKStateTransition></stateTransitions></CALayer></caml>
        """,
        """
        <caml><CAEmitterLayer emitterSize="9 9" bounds="0 0 9 9"><emitterCells><CAEmitterCell birthRate="5" lifetime="1" velocity="9"/></emitterCells>\
        <animations><animation type="CAAnimationGroup" duration="2"><animations><animation type="CAKeyframeAnimation" keyPath="position" \
        path="M 0 0 C 1 1 2 2 3 3" calculationMode="paced"/></animations></animation></animations><filters><CAFilter filter="gaussianBlur" \
        inputRadius="2"/></filters></CAEmitterLayer></caml>
        """,
    ].map { Data($0.utf8) }

    private static let lottieSeeds: [Data] = [
        ##"{"v":"5.7","fr":30,"ip":0,"op":30,"w":24,"h":24,"layers":[{"ty":4,"ip":0,"op":30,"st":0,"ks":{"o":{"a":1,"k":[{"t":0,"s":[100],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.7],"y":[1]}},{"t":30,"s":[0]}]},"p":{"a":0,"k":[12,12]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0}},"shapes":[{"ty":"gr","it":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[9,9]},"r":{"k":2}},{"ty":"tm","s":{"k":0},"e":{"k":50},"o":{"k":0},"m":1},{"ty":"rp","c":{"k":3},"o":{"k":0},"m":1,"tr":{"p":{"k":[3,0]},"a":{"k":[0,0]},"s":{"k":[90,90]},"r":{"k":9},"so":{"k":100},"eo":{"k":50}}},{"ty":"st","c":{"k":[1,0,0,1]},"o":{"k":100},"w":{"k":2},"lc":2,"lj":1},{"ty":"fl","c":{"k":[0,1,0,1]},"o":{"k":100}},{"ty":"tr","p":{"k":[0,0]},"a":{"k":[0,0]},"s":{"k":[100,100]},"r":{"k":0},"o":{"k":100}}]}]}]}"##,
        ##"{"fr":30,"ip":0,"op":30,"w":24,"h":24,"assets":[{"id":"c","layers":[{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ip":0,"op":30,"ks":{}}]}],"layers":[{"ty":0,"refId":"c","w":9,"h":9,"ip":0,"op":30,"ks":{},"masksProperties":[{"mode":"a","pt":{"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"k":100},"x":{"k":1}}],"tt":1},{"ty":5,"ip":0,"op":30,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":9,"f":"Arial","t":"Ab","j":0,"fc":[0,0,0]}}]},"p":{},"m":{},"a":[{"s":{"s":{"k":0},"e":{"k":100}},"a":{"o":{"k":50}}}]}},{"ty":4,"ip":0,"op":30,"ks":{},"ef":[{"ty":29,"ef":[{"v":{"k":4}},{"v":{"k":1}}]}],"shapes":[{"ty":"sr","sy":1,"pt":{"k":5},"p":{"k":[9,9]},"r":{"k":0},"or":{"k":8},"ir":{"k":4},"is":{"k":0},"os":{"k":0}},{"ty":"rd","r":{"k":2}},{"ty":"mm","mm":1},{"ty":"pb","a":{"k":9}},{"ty":"zz","s":{"k":2},"r":{"k":3}},{"ty":"gf","s":{"k":[0,0]},"e":{"k":[9,9]},"t":1,"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}]}]}"##,
    ].map { Data($0.utf8) }
}
