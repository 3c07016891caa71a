import AgateDiagnostics
import CoreGraphics
import RenderTree

/// A timing function: the cubic Bézier curve from (0, 0) to (1, 1) whose y is the progress at time x. Immutable and therefore thread-safe.
open class CAMediaTimingFunction: NSObject, @unchecked Sendable {
    package let curve: TimingCurve
    private let name: String?

    /// Creates a curve with the given inner control points. The x of both must be in 0...1; values outside are clamped.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        curve = TimingCurve(Self.unit(c1x), Self.finite(c1y), Self.unit(c2x), Self.finite(c2y))
        name = nil
        super.init()
    }

    /// Creates a function from an archive; nil if it does not contain four numbers.
    public required init?(coder: NSCoder) {
        guard let n = coder.storedNumbers(forKey: "controlPoints")?.map({ Float($0) }), n.count == 4 else { return nil }
        curve = TimingCurve(Self.unit(n[0]), Self.finite(n[1]), Self.unit(n[2]), Self.finite(n[3]))
        name = nil
        super.init()
    }

    package convenience init(curve: TimingCurve) { self.init(curve: curve, name: nil) }

    init(curve: TimingCurve, name: String?) {
        self.curve = curve
        self.name = name
        super.init()
    }

    /// Writes the x and y of control point `index` into `values`. The index is 0...3; the first and the last point are the corners.
    /// Another index is refused with a diagnostic, and nothing is written.
    open func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
        let point: (Float, Float)
        switch index {
        case 0: point = (0, 0)
        case 1: point = (curve.c1x, curve.c1y)
        case 2: point = (curve.c2x, curve.c2y)
        case 3: point = (1, 1)
        default:
            Diagnostic.report("timing-function.index", "a timing function has no control point \(index), only 0 to 3")
            return
        }
        values[0] = point.0
        values[1] = point.1
    }

    /// The name of a named function, otherwise the four numbers.
    open override var description: String { name ?? "\(curve.c1x) \(curve.c1y) \(curve.c2x) \(curve.c2y)" }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CAMediaTimingFunction)?.curve == curve }
    open override var hash: Int { curve.hashValue }

    private static func finite(_ value: Float) -> Float { value.isFinite ? value : 0 }
    private static func unit(_ value: Float) -> Float { min(max(finite(value), 0), 1) }

    fileprivate static let named: [CAMediaTimingFunctionName: CAMediaTimingFunction] = {
        func make(_ name: CAMediaTimingFunctionName, _ curve: TimingCurve) -> (CAMediaTimingFunctionName, CAMediaTimingFunction) {
            (name, CAMediaTimingFunction(curve: curve, name: name.rawValue))
        }
        return Dictionary(uniqueKeysWithValues: [
            make(.linear, TimingCurve(0, 0, 1, 1)),
            make(.easeIn, TimingCurve(0.42, 0, 1, 1)),
            make(.easeOut, TimingCurve(0, 0, 0.58, 1)),
            make(.easeInEaseOut, TimingCurve(0.42, 0, 0.58, 1)),
            make(.default, standardCurve),
        ])
    }()

    /// The curve of implicit animations.
    static let standardCurve = TimingCurve(0.25, 0.1, 0.25, 1)
    fileprivate static let standard = CAMediaTimingFunction(curve: standardCurve, name: CAMediaTimingFunctionName.default.rawValue)
}

/// Gives `CAMediaTimingFunction` an initialiser that returns a shared instance, which a class initialiser can't do.
public protocol _NamedTimingFunction {}
extension CAMediaTimingFunction: _NamedTimingFunction {}
extension _NamedTimingFunction where Self: CAMediaTimingFunction {
    /// Returns the shared function with a name. An unknown name is reported and results in the default function (Apple's raises).
    public init(name: CAMediaTimingFunctionName) {
        if let function = CAMediaTimingFunction.named[name] as? Self {
            self = function
        } else {
            Diagnostic.reportOnce(
                "timing-function.name", key: name.rawValue, "no timing function is named \(name.rawValue); the default is used"
            )
            let fallback = CAMediaTimingFunction.named[.default] ?? CAMediaTimingFunction.standard
            self = unsafeDowncast(fallback, to: Self.self)
        }
    }
}
