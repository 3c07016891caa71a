import Compositor
import Raster

/// Numbers that the encoder writes and the shaders read. Each case is a constant of the shaders with the case's number, so that no shader
/// contains a number of its own.
protocol ShaderCode: CaseIterable, RawRepresentable where RawValue: FixedWidthInteger {
    /// The beginning of the constants' names.
    static var prefix: String { get }
}

extension ShaderCode {
    /// The name of the constant, such as `COVERAGE_HARD_QUAD`.
    var constant: String { "\(self)".reduce(into: Self.prefix + "_") { $0 += ($1.isUppercase ? "_" : "") + $1.uppercased() } }

    /// The constants, one definition a line.
    static var definitions: String { allCases.map { "#define \($0.constant) \($0.rawValue)" }.joined(separator: "\n") }

    /// Returns the cases of a switch in GLSL.
    /// - Parameter body: the statements of a case up to its `break` or `return`; nil for cases that the switch does not have.
    static func cases(_ body: (Self) -> String?) -> String {
        allCases.compactMap { code in body(code).map { "case \(code.constant): \($0)" } }.joined(separator: "\n")
    }

    /// Returns a condition in GLSL: whether a variable has one of the numbers. Consecutive numbers are a range.
    static func condition(_ variable: String, _ isIncluded: (Self) -> Bool) -> String {
        let codes = allCases.sorted { $0.rawValue < $1.rawValue }
        var terms: [String] = []
        for run in codes.split(whereSeparator: { !isIncluded($0) }) {
            guard let first = run.first, let last = run.last else { continue }
            let low = run.startIndex == 0 ? nil : "\(variable) >= \(first.constant)"
            let high = run.endIndex == codes.count ? nil : "\(variable) <= \(last.constant)"
            let range = [low, high].compactMap { $0 }
            terms.append(run.count == 1 ? "\(variable) == \(first.constant)" : range.isEmpty ? "true" : range.joined(separator: " && "))
        }
        return terms.isEmpty ? "false" : terms.map { terms.count > 1 ? "(\($0))" : $0 }.joined(separator: " || ")
    }
}

extension CoverageKind: ShaderCode { static let prefix = "COVERAGE" }
extension PaintKind: ShaderCode { static let prefix = "PAINT" }
extension TexelLayout: ShaderCode { static let prefix = "TEXELS" }
extension PixelBlendMode: ShaderCode { static let prefix = "BLEND" }
extension PlanarPicture.Layout: ShaderCode { static let prefix = "PLANES" }
