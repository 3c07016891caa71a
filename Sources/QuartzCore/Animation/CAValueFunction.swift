import CoreGraphics
import RenderTree

/// What makes a transform of an animated number, or of three. Immutable, so safe on any thread.
open class CAValueFunction: NSObject, @unchecked Sendable {
    /// The name it was made by.
    public let name: CAValueFunctionName
    let function: ValueFunction

    /// The function of a name; nil for a name that Apple does not define.
    public init?(name: CAValueFunctionName) {
        guard let function = Self.functions[name] else { return nil }
        self.function = function
        self.name = name
        super.init()
    }

    /// The function of an archive; nil where its name is none of Apple's.
    public required init?(coder: NSCoder) {
        let name = CAValueFunctionName(rawValue: "\(coder.stored(NSString.self, forKey: "name") ?? "")")
        guard let function = Self.functions[name] else { return nil }
        self.function = function
        self.name = name
        super.init()
    }

    private static let functions: [CAValueFunctionName: ValueFunction] = [
        .rotateX: .rotateX, .rotateY: .rotateY, .rotateZ: .rotateZ, .scale: .scale, .scaleX: .scaleX, .scaleY: .scaleY,
        .scaleZ: .scaleZ, .translate: .translate, .translateX: .translateX, .translateY: .translateY, .translateZ: .translateZ,
    ]
}
