import AgateDiagnostics
import QuartzCore

/// A visual format for constraints, such as `V:|-top-[image(40)][text]-(>=8@750)-|`.
@MainActor struct VisualFormat {
    private let text: [Character]
    private let options: NSLayoutConstraint.FormatOptions
    private let metrics: [String: Any]
    private let views: [String: Any]
    private var place = 0
    private var made: [NSLayoutConstraint] = []
    private var isDown = false

    private struct Problem: Error { let text: String }
    private struct Predicate {
        var relation = NSLayoutConstraint.Relation.equal
        var constant: CGFloat = 0
        var other: String?
        var priority = UILayoutPriority.required
    }
    private enum Gap { case touching, standard, given([Predicate]) }

    init(_ format: String, _ options: NSLayoutConstraint.FormatOptions, _ metrics: [String: Any], _ views: [String: Any]) {
        text = format.filter { !$0.isWhitespace }.map { $0 }
        (self.options, self.metrics, self.views) = (options, metrics, views)
    }

    func constraints() -> [NSLayoutConstraint] {
        var reader = self
        do {
            try reader.read()
            return reader.made
        } catch {
            let problem = (error as? Problem)?.text ?? "\(error)"
            Diagnostic.report(
                "layout.visual-format",
                "\"\(String(text))\" can't be parsed at character \(reader.place): \(problem); no constraints are created")
            return []
        }
    }

    // MARK: Parsing

    private var next: Character? { place < text.count ? text[place] : nil }

    private mutating func accept(_ word: String) -> Bool {
        let end = place + word.count
        guard end <= text.count, String(text[place..<end]) == word else { return false }
        place = end
        return true
    }

    private mutating func expect(_ word: String) throws {
        if !accept(word) { throw Problem(text: "expected \"\(word)\"") }
    }

    private mutating func name() -> String {
        var name = ""
        while let c = next, c.isLetter || c.isNumber || c == "_" || c == "." || (name.isEmpty && c == "-") {
            name.append(c)
            place += 1
        }
        return name
    }

    private mutating func number() throws -> CGFloat {
        let word = name()
        if let value = Double(word) { return CGFloat(value) }
        switch metrics[word] {
        case let value as CGFloat: return value
        case let value as Double: return CGFloat(value)
        case let value as Int: return CGFloat(value)
        case let value as Float: return CGFloat(value)
        case let value as NSNumber: return CGFloat(value.doubleValue)
        default: throw Problem(text: "no metric is named \"\(word)\"")
        }
    }

    private mutating func predicate() throws -> Predicate {
        var found = Predicate()
        if accept(">=") {
            found.relation = .greaterThanOrEqual
        } else if accept("<=") {
            found.relation = .lessThanOrEqual
        } else {
            _ = accept("==")
        }
        let start = place
        let word = name()
        if views[word] != nil, Double(word) == nil {
            found.other = word
        } else {
            place = start
            found.constant = try number()
        }
        if accept("@") { found.priority = UILayoutPriority(Float(try number())) }
        return found
    }

    private mutating func predicates() throws -> [Predicate] {
        var all = [try predicate()]
        while accept(",") { all.append(try predicate()) }
        try expect(")")
        return all
    }

    private mutating func gap() throws -> Gap {
        guard accept("-") else { return .touching }
        if accept("(") {
            let all = try predicates()
            try expect("-")
            return .given(all)
        }
        if next == "[" || next == "|" { return .standard }
        let one = try predicate()
        try expect("-")
        return .given([one])
    }

    private mutating func read() throws {
        if accept("V:") { isDown = true } else { _ = accept("H:") }
        var before: AnyObject?
        var isEdge = false
        var shown: [AnyObject] = []
        if accept("|") {
            isEdge = true
            // The superview is available with the first view.
        }
        var waiting: Gap? = isEdge ? try gap() : nil
        while accept("[") {
            let word = name()
            guard let item = views[word].map({ $0 as AnyObject }), let view = NSLayoutConstraint.view(item) else {
                throw Problem(text: "no view is named \"\(word)\"")
            }
            if accept("(") { for wanted in try predicates() { try size(item, wanted) } }
            try expect("]")
            if let gap = waiting {
                if isEdge {
                    guard let above = (item as? UIView)?.superview ?? (item is UILayoutGuide ? view : nil) else {
                        throw Problem(text: "\"\(word)\" has no superview")
                    }
                    try join(item, start, above, start, gap, atEdge: true)
                } else if let before {
                    try join(item, start, before, end, gap, atEdge: false)
                }
            }
            isEdge = false
            before = item
            shown.append(item)
            waiting = try gap()
            if accept("|") {
                guard let above = (item as? UIView)?.superview ?? (item is UILayoutGuide ? view : nil) else {
                    throw Problem(text: "\"\(word)\" has no superview")
                }
                try join(above, end, item, end, waiting ?? .touching, atEdge: true)
                break
            }
        }
        if place < text.count { throw Problem(text: "unexpected \"\(text[place])\"") }
        align(shown)
    }

    // MARK: Building constraints

    private var isFromRight: Bool { !isDown && options.contains(.directionRightToLeft) }
    private var isFixed: Bool { options.contains(.directionLeftToRight) || options.contains(.directionRightToLeft) }
    private var start: NSLayoutConstraint.Attribute {
        isDown ? .top : isFixed ? (isFromRight ? .right : .left) : .leading
    }
    private var end: NSLayoutConstraint.Attribute {
        isDown ? .bottom : isFixed ? (isFromRight ? .left : .right) : .trailing
    }

    private mutating func size(_ item: AnyObject, _ wanted: Predicate) throws {
        let attribute: NSLayoutConstraint.Attribute = isDown ? .height : .width
        let other = wanted.other.flatMap { views[$0] }
        let constraint = NSLayoutConstraint(
            item: item, attribute: attribute, relatedBy: wanted.relation, toItem: other,
            attribute: other == nil ? .notAnAttribute : attribute, multiplier: 1,
            constant: wanted.constant
        )
        constraint.priority = wanted.priority
        made.append(constraint)
    }

    private mutating func join(
        _ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ before: AnyObject, _ other: NSLayoutConstraint.Attribute,
        _ gap: Gap, atEdge: Bool
    ) throws {
        let all: [Predicate]
        switch gap {
        case .touching: all = [Predicate()]
        // The standard gap to the superview is its margin, as in UIKit. Between views it is 8 points.
        case .standard: all = [Predicate(constant: atEdge ? standardMargin(item, before, attribute) : 8)]
        case .given(let given): all = given
        }
        for one in all {
            if one.other != nil { throw Problem(text: "a gap can't be a view") }
            // From the right, the later edge has the smaller x: the two sides change places.
            let (first, second) = isFromRight ? ((before, other), (item, attribute)) : ((item, attribute), (before, other))
            let constraint = NSLayoutConstraint(
                item: first.0, attribute: first.1, relatedBy: one.relation, toItem: second.0, attribute: second.1, multiplier: 1,
                constant: one.constant)
            constraint.priority = one.priority
            made.append(constraint)
        }
    }

    private func standardMargin(_ item: AnyObject, _ other: AnyObject, _ attribute: NSLayoutConstraint.Attribute) -> CGFloat {
        let isStart = attribute == start
        guard let view = NSLayoutConstraint.view(isStart ? other : item) else { return 8 }
        let margins = view.ownMargins
        if isDown { return isStart ? margins.top : margins.bottom }
        let startsAtRight = isFixed ? isFromRight : view.effectiveUserInterfaceLayoutDirection == .rightToLeft
        return isStart != startsAtRight ? margins.left : margins.right
    }

    private mutating func align(_ items: [AnyObject]) {
        let pairs: [(NSLayoutConstraint.FormatOptions, NSLayoutConstraint.Attribute)] = [
            (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top), (.alignAllBottom, .bottom),
            (.alignAllLeading, .leading),
            (.alignAllTrailing, .trailing), (.alignAllCenterX, .centerX), (.alignAllCenterY, .centerY),
            (.alignAllLastBaseline, .lastBaseline),
            (.alignAllFirstBaseline, .firstBaseline),
        ]
        for (option, attribute) in pairs where options.contains(option) {
            for (a, b) in zip(items, items.dropFirst()) {
                made.append(
                    NSLayoutConstraint(
                        item: b, attribute: attribute, relatedBy: .equal, toItem: a, attribute: attribute, multiplier: 1, constant: 0))
            }
        }
    }
}
