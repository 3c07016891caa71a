import AgateDiagnostics
import Foundation

/// Computes values: called with the function's `info`, its inputs, and room for its outputs.
public typealias CGFunctionEvaluateCallback = (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>) -> Void

/// Called with the function's `info` when the function ends.
public typealias CGFunctionReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// What a function calls. On Linux, Swift closures, as with patterns.
public struct CGFunctionCallbacks {
    /// 0.
    public var version: UInt32
    /// Computes the outputs of inputs.
    public var evaluate: CGFunctionEvaluateCallback?
    /// Releases the function's info.
    public var releaseInfo: CGFunctionReleaseInfoCallback?

    /// The callbacks of a function: version 0, what evaluates it, and what frees its data.
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
    /// How many numbers come out.
    let outputs: Int

    /// A function. Nil, with a diagnostic, without inputs, outputs or something to compute them, or where a bound is no number.
    /// - Parameters:
    ///   - info: handed to the callbacks.
    ///   - domainDimension: how many inputs there are.
    ///   - domain: the least and the greatest of each input, to which it is cut; nil for any.
    ///   - rangeDimension: how many outputs there are.
    ///   - range: the least and the greatest of each output, to which it is cut; nil for any.
    ///   - callbacks: what computes.
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

    /// The outputs for one input (others are 0), each a number within its range.
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
