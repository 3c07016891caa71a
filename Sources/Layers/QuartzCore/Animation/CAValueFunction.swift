import CoreGraphics
import RenderTree

/// A function that makes a transform from one animated number, or from three. Immutable and therefore thread-safe.
open class CAValueFunction: NSObject, _SharedByName, @unchecked Sendable {
    /// The function's name.
    public let name: CAValueFunctionName
    let function: ValueFunction

    private init(_ name: CAValueFunctionName, _ function: ValueFunction) {
        self.name = name
        self.function = function
        super.init()
    }

    fileprivate static let shared = Dictionary(uniqueKeysWithValues: functions.map { ($0, CAValueFunction($0, $1)) })

    /// Creates a function from an archive; nil if its name is not one of Apple's.
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

/// An object that is shared by its name. A protocol is needed because a class's own initialiser can't return an existing object.
public protocol _SharedByName {}

extension _SharedByName where Self: CAValueFunction {
    /// Returns the function with a name, always the same object; nil for a name that Apple does not define.
    public init?(name: CAValueFunctionName) {
        guard let shared = CAValueFunction.shared[name] as? Self else { return nil }
        self = shared
    }
}
