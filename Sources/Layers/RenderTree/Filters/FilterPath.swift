/// A key path `filters.NAME.inputX`, `backgroundFilters.NAME.inputX` or `compositingFilter.inputX`.
package struct FilterPath: Hashable, Sendable {
    package enum Owner: String, Sendable { case filters, backgroundFilters, compositingFilter }
    package let owner: Owner
    /// The filter's name; empty for the compositing filter, of which there is only one.
    package let name: String
    package let input: FilterInput

    /// - Parameter tail: the part of the key path after the property's name and the dot.
    package init?(_ head: String, _ tail: String) {
        guard let owner = Owner(rawValue: head) else { return nil }
        self.owner = owner
        if owner == .compositingFilter {
            guard let input = FilterInput(rawValue: tail) else { return nil }
            name = ""
            self.input = input
        } else {
            // Names may contain dots, inputs do not.
            guard let dot = tail.lastIndex(of: "."), let input = FilterInput(rawValue: String(tail[tail.index(after: dot)...])) else {
                return nil
            }
            name = String(tail[..<dot])
            self.input = input
        }
    }

    package var property: LayerProperty {
        switch owner {
        case .filters: .filters
        case .backgroundFilters: .backgroundFilters
        case .compositingFilter: .compositingFilter
        }
    }
}

extension LayerState {
    private func list(_ owner: FilterPath.Owner) -> [OpaqueObject]? {
        switch owner {
        case .filters: objects.filters
        case .backgroundFilters: objects.backgroundFilters
        case .compositingFilter: objects.compositingFilter.map { [$0] }
        }
    }

    /// Returns the value at a path; nil if there is no filter with the name.
    package func value(at path: FilterPath) -> PropertyValue? {
        guard objectsBox != nil, let list = list(path.owner) else { return nil }
        for object in list {
            if let filter = object.filter, path.owner == .compositingFilter || filter.spec.name == path.name {
                return path.input.get(filter.spec)
            }
        }
        return nil
    }

    /// Sets the value at a path. Returns false, without a change, if there is no filter with the name or the value is of another kind.
    package mutating func setValue(_ value: PropertyValue?, at path: FilterPath) -> Bool {
        guard objectsBox != nil, let value = value ?? path.input.kind.zero, var list = list(path.owner) else { return false }
        for i in list.indices {
            guard var filter = list[i].filter, path.owner == .compositingFilter || filter.spec.name == path.name else { continue }
            guard filter.change({ path.input.set(value, &$0) }) else { return false }
            list[i] = OpaqueObject(filter)
            switch path.owner {
            case .filters: objects.filters = list
            case .backgroundFilters: objects.backgroundFilters = list
            case .compositingFilter: objects.compositingFilter = list[0]
            }
            return true
        }
        return false
    }
}
