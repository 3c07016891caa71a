import Synchronization

/// A map from names to their indices in a list; for a duplicate name, the first index.
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

/// The amount of work for tables and templates, in steps, for tests that detect work that grows faster than the number of cells.
package enum TableWork {
    package enum Step: Int, CaseIterable {
        /// A name was looked up.
        case lookups
        /// A whole template was traversed.
        case walks
        /// A template's file was read.
        case reads
    }
    private static let lookups = Atomic<Int>(0), walks = Atomic<Int>(0), reads = Atomic<Int>(0)

    static func count(_ step: Step) {
        switch step {
        case .lookups: lookups.wrappingAdd(1, ordering: .relaxed)
        case .walks: walks.wrappingAdd(1, ordering: .relaxed)
        case .reads: reads.wrappingAdd(1, ordering: .relaxed)
        }
    }

    /// Returns the number of steps in this process.
    package static func total(_ step: Step) -> Int {
        switch step {
        case .lookups: lookups.load(ordering: .relaxed)
        case .walks: walks.load(ordering: .relaxed)
        case .reads: reads.load(ordering: .relaxed)
        }
    }
}
