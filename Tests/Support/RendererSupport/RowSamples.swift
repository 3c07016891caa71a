import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// Values for the properties of the table, for tests that walk over all rows.
package enum RowSamples {
    /// A value as key-value access takes it. It differs from the default, that of a flag excepted; for an animatable property, it also
    /// differs from the value for another number.
    package static func value(_ row: PropertyRow, _ n: Int) -> Any {
        let x = CGFloat(n)
        return switch (row.storage, row.kind) {
        case (.byte(_, let names?), _), (.extraByte(_, let names?), _): names[1 + n % (names.count - 1)]
        case (.byte, _), (.extraByte, _): 1 + n % 14
        case (.objectList, _): [filter(n)]
        case (.emitterCells, _): [cell(n)]
        case (.emitterBehaviors, _): [CAEmitterBehavior(type: n % 2 == 0 ? "wave" : "drag")]
        case (_, .number): 20 + n
        case (_, .bool): n % 2 == 0
        case (_, .point): CGPoint(x: 3 + x, y: 4 + x)
        case (_, .size): CGSize(width: 5 + x, height: 6 + x)
        case (_, .rect): CGRect(x: 1 + x, y: 2, width: 3, height: 4 + x)
        case (_, .transform): CATransform3DMakeScale(2 + x, 3, 1)
        case (_, .color): CGColor(srgbRed: 0.25, green: 0.5 / (1 + x), blue: 0.75, alpha: 1)
        case (_, .path): CGPath(rect: CGRect(x: 0, y: 0, width: 9 + x, height: 9), transform: nil)
        case (_, .image): CGImage(width: 2, height: 1) { $0[0] = 0xFF00_0000 | UInt32(n) }!
        case (_, .colors): [CGColor(gray: 0.5 / (1 + x), alpha: 1), CGColor(gray: 1, alpha: 1)]
        case (_, .numbers): [NSNumber(value: 0.25 / Double(1 + n)), NSNumber(value: 0.5)]
        case (_, .string), (_, .object), (_, .insets): "sample \(n)"
        }
    }

    private static func filter(_ n: Int) -> CAFilter {
        let filter = CAFilter(type: "gaussianBlur")
        filter.setValue(1 + n, forKey: "inputRadius")
        return filter
    }

    private static func cell(_ n: Int) -> CAEmitterCell {
        let cell = CAEmitterCell()
        cell.birthRate = Float(1 + n)
        return cell
    }
}
