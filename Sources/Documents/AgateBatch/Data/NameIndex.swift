import Synchronization

/// Names and where they stand in a list; of a name that is there twice, the first.
struct NameIndex: Sendable {
    private let places: [String: Int]

    init(_ names: some Sequence<String>) {
        places = Dictionary(names.enumerated().lazy.map { ($0.element, $0.offset) }) { first, _ in first }
    }

    subscript(name: String) -> Int? {
        TableWork.count(.lookups)
        return places[name]
    }
}

/// How much work tables and templates took, in steps, so that tests see what grows faster than the cells.
package enum TableWork {
    package enum Step: Int, CaseIterable {
        /// A name was looked up.
        case lookups
        /// All of a template was walked.
        case walks
    }
    private static let lookups = Atomic<Int>(0), walks = Atomic<Int>(0)

    static func count(_ step: Step) {
        switch step {
        case .lookups: lookups.wrappingAdd(1, ordering: .relaxed)
        case .walks: walks.wrappingAdd(1, ordering: .relaxed)
        }
    }

    /// How many there were in this process.
    package static func total(_ step: Step) -> Int {
        switch step {
        case .lookups: lookups.load(ordering: .relaxed)
        case .walks: walks.load(ordering: .relaxed)
        }
    }
}
