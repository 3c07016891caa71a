import QuartzCore

/// A summand of a constraint: a multiple of an attribute.
struct AnchorTerm {
    weak var item: AnyObject?
    let attribute: NSLayoutConstraint.Attribute
    let factor: Double
}

/// The distance between two anchors, as a dimension. Its item and attribute are those of the anchor at its end.
final class AnchorDistance: NSLayoutDimension {
    private weak var start: AnyObject?
    private let startAttribute: NSLayoutConstraint.Attribute

    init(
        _ start: AnyObject?, _ startAttribute: NSLayoutConstraint.Attribute, _ end: AnyObject?, _ endAttribute: NSLayoutConstraint.Attribute
    ) {
        self.start = start
        self.startAttribute = startAttribute
        super.init(end ?? NSNull(), endAttribute)
    }

    private func terms(times factor: CGFloat) -> [AnchorTerm] {
        [
            AnchorTerm(item: item, attribute: attribute, factor: Double(factor)),
            AnchorTerm(item: start, attribute: startAttribute, factor: -Double(factor)),
        ]
    }

    /// Returns a constraint of two dimensions, or of one to a constant; nil if neither is a distance.
    static func constraint<Kind>(
        _ first: NSLayoutAnchor<Kind>, _ relation: NSLayoutConstraint.Relation, _ second: NSLayoutAnchor<Kind>?, _ multiplier: CGFloat,
        _ constant: CGFloat
    ) -> NSLayoutConstraint? {
        // Most constraints are on no distance: a comparison of classes is cheaper than a cast.
        func isDistance(_ anchor: NSLayoutAnchor<Kind>?) -> Bool {
            anchor.map { ObjectIdentifier(type(of: $0)) == ObjectIdentifier(AnchorDistance.self) } ?? false
        }
        guard isDistance(first) || isDistance(second) else { return nil }
        let left = first as? AnchorDistance, right = second as? AnchorDistance
        let factor = multiplier.isFinite ? multiplier : 1
        guard let second else {
            // A constant distance is a relation of the two anchors themselves.
            return NSLayoutConstraint(
                item: first.item ?? NSNull(), attribute: first.attribute, relatedBy: relation, toItem: left?.start ?? NSNull(),
                attribute: left?.startAttribute ?? .notAnAttribute, multiplier: 1, constant: constant)
        }
        let made = NSLayoutConstraint(
            item: first.item ?? NSNull(), attribute: first.attribute, relatedBy: relation, toItem: second.item ?? NSNull(),
            attribute: second.attribute, multiplier: factor, constant: constant)
        made.terms =
            (left?.terms(times: 1) ?? [AnchorTerm(item: first.item, attribute: first.attribute, factor: 1)])
            + (right?.terms(times: -factor)
                ?? [AnchorTerm(item: second.item, attribute: second.attribute, factor: -Double(factor))])
        return made
    }
}

extension NSLayoutConstraint {
    /// The items of the terms that are neither the first nor the second item, each once.
    final var furtherItems: [AnyObject?] {
        var seen = [firstItem, secondItem].compactMap { $0.map(ObjectIdentifier.init) }, found: [AnyObject?] = []
        for term in terms {
            guard let item = term.item, !seen.contains(ObjectIdentifier(item)) else { continue }
            seen.append(ObjectIdentifier(item))
            found.append(item)
        }
        return found
    }

    /// Enters the constraint with the further items.
    final func touchFurtherItems() {
        for item in furtherItems {
            Self.view(item)?.touch(self)
            (item as? UILayoutGuide)?.touching.append(self)
        }
    }
}
