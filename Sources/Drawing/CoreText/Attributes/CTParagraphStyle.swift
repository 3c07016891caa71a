import AgateDiagnostics
import CoreGraphics

/// Where the lines of a paragraph stand between its edges.
public enum CTTextAlignment: UInt8, Sendable {
    /// Lines stand at the left.
    case left = 0
    /// Lines stand at the right.
    case right = 1
    /// Lines stand in the middle.
    case center = 2
    /// Both edges are straight; the last line is natural.
    case justified = 3
    /// On the side where the paragraph's writing begins.
    case natural = 4
}

/// What happens to a line that is too long.
public enum CTLineBreakMode: UInt8, Sendable {
    /// Lines break between words.
    case byWordWrapping = 0
    /// Lines break anywhere.
    case byCharWrapping = 1
    /// Lines do not break; what does not fit is cut.
    case byClipping = 2
    /// One line; dots stand for its beginning.
    case byTruncatingHead = 3
    /// One line; dots stand for its end.
    case byTruncatingTail = 4
    /// One line; dots stand for its middle.
    case byTruncatingMiddle = 5
}

/// The direction in which a paragraph's writing runs.
public enum CTWritingDirection: Int8, Sendable {
    /// That of the first letter that has one.
    case natural = -1
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

/// What a setting of a paragraph style is about.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
    /// A CTTextAlignment.
    case alignment = 0
    /// A CGFloat, like all without a word here.
    case firstLineHeadIndent = 1
    /// Points from the margin to all lines but the first.
    case headIndent = 2
    /// Points from the margin to the lines' ends; from the far margin where not above 0.
    case tailIndent = 3
    /// An array of CTTextTab, as an unmanaged reference.
    case tabStops = 4
    /// Points from tab to tab behind the last tab stop.
    case defaultTabInterval = 5
    /// A CTLineBreakMode.
    case lineBreakMode = 6
    /// What the natural height of lines is multiplied by; 0 for 1.
    case lineHeightMultiple = 7
    /// Points; 0 for no limit.
    case maximumLineHeight = 8
    /// Points.
    case minimumLineHeight = 9
    /// Added below each line.
    case lineSpacing = 10
    /// Points behind the paragraph.
    case paragraphSpacing = 11
    /// Points before the paragraph.
    case paragraphSpacingBefore = 12
    /// A CTWritingDirection.
    case baseWritingDirection = 13
    /// Points between lines at most.
    case maximumLineSpacing = 14
    /// Points between lines at least.
    case minimumLineSpacing = 15
    /// Points added between lines.
    case lineSpacingAdjustment = 16
    /// Kept, without effect.
    case lineBoundsOptions = 17
}

/// One value of a paragraph style.
public struct CTParagraphStyleSetting {
    /// What the value is about.
    public var spec: CTParagraphStyleSpecifier
    /// How many bytes the value has.
    public var valueSize: Int
    /// Where the value is.
    public var value: UnsafeRawPointer

    /// A setting of the value at an address, which is read when the style is made.
    public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
        self.spec = spec
        self.valueSize = valueSize
        self.value = value
    }
}

/// How a paragraph is set. Immutable and safe on any thread.
public final class CTParagraphStyle: NSObject, @unchecked Sendable {
    let values: ParagraphValues

    init(_ values: ParagraphValues) { self.values = values }

    public override func isEqual(_ object: Any?) -> Bool { (object as? CTParagraphStyle)?.values == values }

    public override var hash: Int { values.alignment.rawValue ^ values.lineSpacing.hashValue }
}

/// A place that a tab leads to. Immutable and safe on any thread.
public final class CTTextTab: NSObject, @unchecked Sendable {
    let stop: ParagraphValues.TabStop
    let alignment: CTTextAlignment

    init(_ alignment: CTTextAlignment, _ location: CGFloat) {
        self.alignment = alignment
        stop = ParagraphValues.TabStop(location: location, alignment: NSTextAlignment(alignment))
    }
}

/// A stop at a place. `options` has no effect.
public func CTTextTabCreate(_ alignment: CTTextAlignment, _ location: Double, _ options: CFDictionary?) -> CTTextTab {
    CTTextTab(alignment, CGFloat(location))
}

/// Points from the leading edge.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { Double(tab.stop.location) }

/// How text stands at the stop.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { tab.alignment }

/// A style of the settings given; a value that is too short for what it is about is left out, with a diagnostic.
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

/// The same style: styles can't change.
public func CTParagraphStyleCreateCopy(_ paragraphStyle: CTParagraphStyle) -> CTParagraphStyle { paragraphStyle }

/// Reads one value of a style.
/// - Parameters:
///   - valueBufferSize: how many bytes there is room for.
///   - valueBuffer: receives the value.
/// - Returns: false, and nothing is written, where there is too little room.
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
    /// UIKit's name of the alignment.
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
    /// CoreText's name of the alignment.
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
