import CoreGraphics
import RenderTree

/// What makes a transform of an animated number, or of three. Immutable, so safe on any thread.
open class CAValueFunction: NSObject, _SharedByName, @unchecked Sendable {
    /// The name it was made by.
    public let name: CAValueFunctionName
    let function: ValueFunction

    private init(_ name: CAValueFunctionName, _ function: ValueFunction) {
        self.name = name
        self.function = function
        super.init()
    }

    fileprivate static let shared = Dictionary(uniqueKeysWithValues: functions.map { ($0, CAValueFunction($0, $1)) })

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

/// What is shared by its name; there is no more to it. A class's own initialiser can't answer with an object that there is already.
public protocol _SharedByName {}

extension _SharedByName where Self: CAValueFunction {
    /// The function of a name, always the same object; nil for a name that Apple does not define.
    public init?(name: CAValueFunctionName) {
        guard let shared = CAValueFunction.shared[name] as? Self else { return nil }
        self = shared
    }
}
