import AgateDiagnostics
import CoreGraphics

/// The alignment of a paragraph's lines between its edges.
public enum CTTextAlignment: UInt8, Sendable {
    /// Lines are aligned to the left.
    case left = 0
    /// Lines are aligned to the right.
    case right = 1
    /// Lines are centred.
    case center = 2
    /// Lines are aligned to both edges. The last line is natural.
    case justified = 3
    /// Lines are aligned to the side on which the paragraph's writing begins.
    case natural = 4
}

/// The treatment of a line that is too long.
public enum CTLineBreakMode: UInt8, Sendable {
    /// Lines break between words.
    case byWordWrapping = 0
    /// Lines break anywhere.
    case byCharWrapping = 1
    /// Lines do not break. Text that does not fit is clipped.
    case byClipping = 2
    /// One line, with an ellipsis in place of its beginning.
    case byTruncatingHead = 3
    /// One line, with an ellipsis in place of its end.
    case byTruncatingTail = 4
    /// One line, with an ellipsis in place of its middle.
    case byTruncatingMiddle = 5
}

/// The direction of a paragraph's writing.
public enum CTWritingDirection: Int8, Sendable {
    /// The direction of the first letter that has one.
    case natural = -1
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

/// The property that a setting of a paragraph style specifies.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
    /// A CTTextAlignment.
    case alignment = 0
    /// The indent of the first line in points: a CGFloat, like all values without a type here.
    case firstLineHeadIndent = 1
    /// The distance in points from the margin to all lines but the first.
    case headIndent = 2
    /// The distance in points from the margin to the ends of lines, measured from the far margin if not greater than 0.
    case tailIndent = 3
    /// An array of CTTextTab, as an unmanaged reference.
    case tabStops = 4
    /// The distance in points between tabs after the last tab stop.
    case defaultTabInterval = 5
    /// A CTLineBreakMode.
    case lineBreakMode = 6
    /// The factor of lines' natural height. 0 means 1.
    case lineHeightMultiple = 7
    /// The maximum height of lines in points. 0 means no limit.
    case maximumLineHeight = 8
    /// The minimum height of lines in points.
    case minimumLineHeight = 9
    /// The space added below each line.
    case lineSpacing = 10
    /// The space after the paragraph in points.
    case paragraphSpacing = 11
    /// The space before the paragraph in points.
    case paragraphSpacingBefore = 12
    /// A CTWritingDirection.
    case baseWritingDirection = 13
    /// The maximum space between lines in points.
    case maximumLineSpacing = 14
    /// The minimum space between lines in points.
    case minimumLineSpacing = 15
    /// The space added between lines in points.
    case lineSpacingAdjustment = 16
    /// Options of line bounds. Stored without effect.
    case lineBoundsOptions = 17
}

/// One value of a paragraph style.
public struct CTParagraphStyleSetting {
    /// The property that the value specifies.
    public var spec: CTParagraphStyleSpecifier
    /// The size of the value in bytes.
    public var valueSize: Int
    /// The address of the value.
    public var value: UnsafeRawPointer

    /// Creates a setting of the value at an address, which is read when the style is created.
    public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
        self.spec = spec
        self.valueSize = valueSize
        self.value = value
    }
}

/// The layout settings of a paragraph. A style is immutable and thread-safe.
public final class CTParagraphStyle: NSObject, @unchecked Sendable {
    private let foundationHeader = FoundationHeader()
    let values: ParagraphValues

    init(_ values: ParagraphValues) { self.values = values }

    public override func isEqual(_ object: Any?) -> Bool { (object as? CTParagraphStyle)?.values == values }

    public override var hash: Int { values.alignment.rawValue ^ values.lineSpacing.hashValue }
}

/// A tab stop. It is immutable and thread-safe.
public final class CTTextTab: NSObject, @unchecked Sendable {
    let stop: ParagraphValues.TabStop
    let alignment: CTTextAlignment

    init(_ alignment: CTTextAlignment, _ location: CGFloat) {
        self.alignment = alignment
        stop = ParagraphValues.TabStop(location: location, alignment: NSTextAlignment(alignment))
    }
}

/// Creates a tab stop at a location. `options` has no effect.
public func CTTextTabCreate(_ alignment: CTTextAlignment, _ location: Double, _ options: CFDictionary?) -> CTTextTab {
    CTTextTab(alignment, CGFloat(location))
}

/// Returns the distance in points from the leading edge.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { Double(tab.stop.location) }

/// Returns the alignment of text at the stop.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { tab.alignment }

/// Creates a style of the given settings. A value that is too short for its property is left out, with a diagnostic.
/// - Parameters:
///   - settings: `settingCount` settings, or nil.
public func CTParagraphStyleCreate(_ settings: UnsafePointer<CTParagraphStyleSetting>?, _ settingCount: Int) -> CTParagraphStyle {
    var values = ParagraphValues()
    for setting in UnsafeBufferPointer(start: settings, count: settings == nil ? 0 : max(0, settingCount)) {
        if !values.take(setting) {
            Diagnostic.reportOnce(
                "text.paragraph-setting", key: "\(setting.spec)",
                "CTParagraphStyleCreate: the value of \(setting.spec) has an invalid size (\(setting.valueSize) bytes) or is not one of its cases"
            )
        }
    }
    return CTParagraphStyle(values)
}

/// Returns the same style, which is immutable.
public func CTParagraphStyleCreateCopy(_ paragraphStyle: CTParagraphStyle) -> CTParagraphStyle { paragraphStyle }

/// Reads one value of a style.
/// - Parameters:
///   - valueBufferSize: the size of the buffer in bytes.
///   - valueBuffer: the buffer for the value.
/// - Returns: false, without writing to the buffer, if the buffer is too small.
public func CTParagraphStyleGetValueForSpecifier(
    _ paragraphStyle: CTParagraphStyle, _ spec: CTParagraphStyleSpecifier, _ valueBufferSize: Int, _ valueBuffer: UnsafeMutableRawPointer
) -> Bool {
    let values = paragraphStyle.values
    func put<T>(_ value: T) -> Bool {
        guard valueBufferSize >= MemoryLayout<T>.size else { return false }
        valueBuffer.storeBytes(of: value, as: T.self)
        return true
    }
    switch spec {
    case .alignment: return put(CTTextAlignment(values.alignment).rawValue)
    case .lineBreakMode: return put(UInt8(values.lineBreakMode.rawValue))
    case .baseWritingDirection: return put(Int8(values.baseWritingDirection.rawValue))
    case .tabStops, .lineBoundsOptions: return false
    default: return ParagraphValues.length(spec).map { put(values[keyPath: $0]) } ?? false
    }
}

extension ParagraphValues {
    fileprivate static func length(_ spec: CTParagraphStyleSpecifier) -> WritableKeyPath<ParagraphValues, CGFloat>? {
        switch spec {
        case .firstLineHeadIndent: \.firstLineHeadIndent
        case .headIndent: \.headIndent
        case .tailIndent: \.tailIndent
        case .defaultTabInterval: \.defaultTabInterval
        case .lineHeightMultiple: \.lineHeightMultiple
        case .maximumLineHeight: \.maximumLineHeight
        case .minimumLineHeight: \.minimumLineHeight
        case .lineSpacing, .lineSpacingAdjustment: \.lineSpacing
        case .paragraphSpacing: \.paragraphSpacing
        case .paragraphSpacingBefore: \.paragraphSpacingBefore
        case .maximumLineSpacing: \.maximumLineSpacing
        case .minimumLineSpacing: \.minimumLineSpacing
        case .alignment, .tabStops, .lineBreakMode, .baseWritingDirection, .lineBoundsOptions: nil
        }
    }

    fileprivate mutating func take(_ setting: CTParagraphStyleSetting) -> Bool {
        func value<T: BitwiseCopyable>(_ type: T.Type) -> T? {
            setting.valueSize >= MemoryLayout<T>.size ? setting.value.loadUnaligned(as: type) : nil
        }
        switch setting.spec {
        case .alignment:
            guard let alignment = value(UInt8.self).flatMap(CTTextAlignment.init(rawValue:)) else { return false }
            self.alignment = NSTextAlignment(alignment)
        case .lineBreakMode:
            guard let mode = value(UInt8.self).flatMap({ NSLineBreakMode(rawValue: Int($0)) }) else { return false }
            lineBreakMode = mode
        case .baseWritingDirection:
            guard let direction = value(Int8.self).flatMap({ NSWritingDirection(rawValue: Int($0)) }) else { return false }
            baseWritingDirection = direction
        case .tabStops:
            guard setting.valueSize >= MemoryLayout<UnsafeRawPointer?>.size,
                let array = setting.value.loadUnaligned(as: UnsafeRawPointer?.self)
            else { return false }
            let tabs = Unmanaged<NSArray>.fromOpaque(array).takeUnretainedValue()
            tabStops = tabs.compactMap { ($0 as? CTTextTab)?.stop }
        case .lineBoundsOptions:
            break
        default:
            guard let path = ParagraphValues.length(setting.spec), let length = value(CGFloat.self) else { return false }
            self[keyPath: path] = length
        }
        return true
    }
}

extension NSTextAlignment {
    /// Creates UIKit's value for the alignment.
    public init(_ alignment: CTTextAlignment) {
        switch alignment {
        case .left: self = .left
        case .right: self = .right
        case .center: self = .center
        case .justified: self = .justified
        case .natural: self = .natural
        }
    }
}

extension CTTextAlignment {
    /// Creates CoreText's value for the alignment.
    public init(_ alignment: NSTextAlignment) {
        switch alignment {
        case .left: self = .left
        case .right: self = .right
        case .center: self = .center
        case .justified: self = .justified
        case .natural: self = .natural
        }
    }
}
