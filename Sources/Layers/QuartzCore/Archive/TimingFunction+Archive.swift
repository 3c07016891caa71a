import CoreGraphics
import Foundation
import RenderTree

extension CAMediaTimingFunction: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the four numbers.
    public func encode(with coder: NSCoder) {
        coder.encodeNumbers([curve.c1x, curve.c1y, curve.c2x, curve.c2y].map { CGFloat($0) }, forKey: "controlPoints")
    }
}

extension CAValueFunction: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the name.
    public func encode(with coder: NSCoder) { coder.encode(name.rawValue as NSString, forKey: "name") }
}
