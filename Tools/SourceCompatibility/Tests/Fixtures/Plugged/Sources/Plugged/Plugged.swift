import UIKit

@freestanding(expression) macro seven() -> Int = #externalMacro(module: "PluggedMacros", type: "SevenMacro")

public final class Plugged: UIView {
    @objc public func count() -> Int { #seven }
    public var words: String { Words().all() }
}
