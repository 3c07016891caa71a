import AgateDiagnostics
import Foundation

/// A callback that computes values. It is called with the function's `info`, its inputs, and room for its outputs.
public typealias CGFunctionEvaluateCallback = (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>) -> Void

/// A callback that is called with the function's `info` when the function is deallocated.
public typealias CGFunctionReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The callbacks of a function. On Linux they are Swift closures, as with patterns.
public struct CGFunctionCallbacks {
    /// The version, which is 0.
    public var version: UInt32
    /// Computes the outputs for inputs.
    public var evaluate: CGFunctionEvaluateCallback?
    /// Releases the function's info.
    public var releaseInfo: CGFunctionReleaseInfoCallback?

    /// Creates the callbacks of a function: version 0, the evaluation, and the release of its data.
    public init(version: UInt32, evaluate: CGFunctionEvaluateCallback?, releaseInfo: CGFunctionReleaseInfoCallback?) {
        self.version = version
        self.evaluate = evaluate
        self.releaseInfo = releaseInfo
    }
}

/// A function of numbers, for the colours of a shading.
public final class CGFunction {
    private let info: UnsafeMutableRawPointer?
    private let domain: [ClosedRange<CGFloat>]
    private let range: [ClosedRange<CGFloat>]
    private let callbacks: CGFunctionCallbacks
    /// The number of outputs.
    let outputs: Int

    /// Creates a function. Returns nil, with a diagnostic, if there are no inputs, outputs or evaluation callback, or if a bound is not a
    /// number.
    /// - Parameters:
    ///   - info: the first argument of the callbacks.
    ///   - domainDimension: the number of inputs.
    ///   - domain: the minimum and maximum of each input, to which it is clamped; nil for no bounds.
    ///   - rangeDimension: the number of outputs.
    ///   - range: the minimum and maximum of each output, to which it is clamped; nil for no bounds.
    ///   - callbacks: the callbacks, of which one computes the outputs.
    public init?(
        info: UnsafeMutableRawPointer?, domainDimension: Int, domain: UnsafePointer<CGFloat>?, rangeDimension: Int,
        range: UnsafePointer<CGFloat>?,
        callbacks: UnsafePointer<CGFunctionCallbacks>
    ) {
        func bounds(_ count: Int, _ limits: UnsafePointer<CGFloat>?) -> [ClosedRange<CGFloat>]? {
            guard (1...64).contains(count) else { return nil }
            guard let limits else { return Array(repeating: -CGFloat.infinity...CGFloat.infinity, count: count) }
            let all = (0..<count).compactMap { limits[2 * $0] <= limits[2 * $0 + 1] ? limits[2 * $0]...limits[2 * $0 + 1] : nil }
            return all.count == count ? all : nil
        }
        guard let inputs = bounds(domainDimension, domain), let outputs = bounds(rangeDimension, range), callbacks.pointee.evaluate != nil
        else {
            Diagnostic.report(
                "function.invalid",
                "CGFunction: valid bounds for \(domainDimension) inputs and \(rangeDimension) outputs, and a callback, are required")
            return nil
        }
        self.info = info
        self.domain = inputs
        self.range = outputs
        self.outputs = rangeDimension
        self.callbacks = callbacks.pointee
    }

    deinit { callbacks.releaseInfo?(info) }

    /// Returns the outputs for one input (others are 0), each a number within its range.
    func values(_ x: CGFloat) -> [CGFloat] {
        let inputs = domain.enumerated().map { i, limits in (i == 0 ? x : 0).clamped(to: limits) }
        var out = [CGFloat](repeating: 0, count: outputs)
        callbacks.evaluate?(info, inputs, &out)
        return zip(out, range).map { value, limits in (value.isFinite ? value : 0).clamped(to: limits) }
    }
}

extension CGFloat {
    fileprivate func clamped(to limits: ClosedRange<CGFloat>) -> CGFloat {
        Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
    }
}
