import CoreGraphics
import Foundation

extension LottieKeyPath {
    /// Sets every value of the matching kind that the key path names.
    /// - Parameter fit: The fit of an image; nil is the default of the reading.
    /// - Returns: The number of values that were set.
    @discardableResult
    static func set(
        _ value: LottieOverride, at keyPath: LottieKeyPath, in document: inout LottieDocument, _ resources: LottieResources,
        _ fit: ImageFit? = nil
    ) -> Int {
        var setter = Setter(keyPath: keyPath, value: value, fit: fit, resources: resources)
        setter.visit(&document)
        return setter.count
    }

    private struct Setter: LottieVisitor {
        let keyPath: LottieKeyPath
        let value: LottieOverride
        let fit: ImageFit?
        let resources: LottieResources
        var count = 0

        /// Sets a property to a constant value.
        private mutating func put<Value>(_ new: Value?, _ property: inout LottieProperty<Value>, _ names: [String]) {
            guard let new, keyPath.matches(names) else { return }
            property = LottieProperty(new)
            count += 1
        }

        mutating func number(_ property: inout LottieNumber, _ names: [String]) {
            if case .number(let number) = value, number.isFinite { put(number, &property, names) }
        }

        mutating func vector(_ property: inout LottieVector, isSize: Bool, _ names: [String]) {
            let z = property.value.z
            switch value {
            case .point(let point) where !isSize && point.x.isFinite && point.y.isFinite: put(SIMD3(point.x, point.y, z), &property, names)
            case .size(let size) where isSize && size.width.isFinite && size.height.isFinite:
                put(SIMD3(size.width, size.height, z), &property, names)
            default: break
            }
        }

        mutating func color(_ property: inout LottieColor, _ names: [String]) {
            if case .color(let color) = value { put(color.lottie, &property, names) }
        }

        mutating func gradient(_ gradient: inout LottieGradient, _ names: [String]) {
            guard case .gradient(let stops) = value, !stops.isEmpty, keyPath.matches(names) else { return }
            gradient.stops = LottieProperty(LottieStops(stops))
            gradient.colorCount = stops.filter { $0.location.isFinite }.count
            count += 1
        }

        mutating func text(_ property: inout LottieProperty<LottieTextDocument>, _ names: [String]) {
            guard case .text(let text) = value, keyPath.matches(names) else { return }
            // Only the text is replaced; its attributes are still animated.
            property = property.map { document in
                var document = document
                document.text = text
                return document
            }
            count += 1
        }

        mutating func image(_ asset: String, _ names: [String]) {
            guard case .image(let image) = value, keyPath.matches(names) else { return }
            resources.replacements[asset] = image.map { ($0, fit) }
            count += 1
        }
    }
}

/// Lists everything that has a name in a document, with its value at a frame.
struct LottieLister: LottieVisitor {
    let frame: Double
    let keyPath: LottieKeyPath?
    var found: [(keyPath: String, value: LottieOverride?)] = []

    private mutating func add(_ names: [String], _ value: LottieOverride?) {
        guard keyPath?.matches(names) ?? true else { return }
        found.append((names.joined(separator: "."), value))
    }

    mutating func number(_ property: inout LottieNumber, _ names: [String]) {
        let number = property.value(at: frame)
        add(names, .number(number))
    }

    mutating func vector(_ property: inout LottieVector, isSize: Bool, _ names: [String]) {
        let v = property.value(at: frame)
        add(names, isSize ? .size(CGSize(width: v.x, height: v.y)) : .point(CGPoint(x: v.x, y: v.y)))
    }

    mutating func color(_ property: inout LottieColor, _ names: [String]) {
        let c = property.value(at: frame)
        add(names, .color(CGColor(srgbRed: c.x, green: c.y, blue: c.z, alpha: c.w)))
    }

    mutating func gradient(_ gradient: inout LottieGradient, _ names: [String]) { add(names, nil) }
    mutating func text(_ property: inout LottieProperty<LottieTextDocument>, _ names: [String]) {
        let text = property.value(at: frame).text
        add(names, .text(text))
    }
    mutating func image(_ asset: String, _ names: [String]) { add(names, nil) }
}
