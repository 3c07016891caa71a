/// A JSON value that is being edited: values of parsed trees, which are copied as they are, and new values around them.
enum JSONDraft {
    case parsed(JSONValue)
    case null
    case number(Double)
    case string(String)
    case list([JSONDraft])
    case object([Member])

    struct Member {
        var name: String
        var value: JSONDraft
    }

    /// The value of a key in an object; nil if there is none, or if it is null. Setting nil removes it. Values that are not objects are
    /// not changed.
    subscript(_ name: String) -> JSONDraft? {
        get {
            switch self {
            case .parsed(let value): value.member(name).map(JSONDraft.parsed)
            case .object(let members): members.first { $0.name == name }.flatMap { $0.value.isNull ? nil : $0.value }
            default: nil
            }
        }
        set {
            guard var members else { return }
            let at = members.firstIndex { $0.name == name }
            switch (at, newValue) {
            case (let at?, let value?): members[at].value = value
            case (let at?, nil): members.remove(at: at)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): return
            }
            self = .object(members)
        }
    }

    /// The members of an object; nil for other values.
    private var members: [Member]? {
        switch self {
        case .parsed(let value) where value.isObject: value.members.map { Member(name: $0.name, value: .parsed($0.value)) }
        case .object(let members): members
        default: nil
        }
    }

    /// The values of a list; nil for other values.
    var elements: [JSONDraft]? {
        switch self {
        case .parsed(let value) where value.isArray: value.elements.map(JSONDraft.parsed)
        case .list(let list): list
        default: nil
        }
    }

    var isObject: Bool {
        switch self {
        case .parsed(let value): value.isObject
        case .object: true
        default: false
        }
    }

    var isNull: Bool {
        switch self {
        case .parsed(let value): value.isNull
        case .null: true
        default: false
        }
    }

    /// A number; true and false are 1 and 0. A list with one number is not a number here.
    var number: Double? {
        switch self {
        case .parsed(let value): value.isArray ? nil : value.number
        case .number(let number): number
        default: nil
        }
    }

    /// A list of numbers; nil for other values.
    var numbers: [Double]? {
        guard let elements else { return nil }
        let numbers = elements.compactMap(\.number)
        return numbers.count == elements.count ? numbers : nil
    }

    var string: String? {
        switch self {
        case .parsed(let value): value.string
        case .string(let text): text
        default: nil
        }
    }
}

extension JSONDraft: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral {
    init(dictionaryLiteral members: (String, JSONDraft)...) { self = .object(members.map { Member(name: $0.0, value: $0.1) }) }
    init(arrayLiteral elements: JSONDraft...) { self = .list(elements) }
    init(stringLiteral text: String) { self = .string(text) }
    init(floatLiteral number: Double) { self = .number(number) }
}
