/// States that lie above each other.
///
/// Wallpapers have states for what the device does (Locked, Unlock, Sleep) and others for how it is held and how it looks ("Lock PortraitUp
/// Dark"), which change what is left of the first.
extension CAMLScene {
    /// Light or dark, as states name it.
    public enum Appearance: String, Sendable, CaseIterable {
        /// The words that the names of states contain.
        case light = "Light", dark = "Dark"
    }

    /// How the device is held, as states name it.
    public enum Orientation: String, Sendable, CaseIterable {
        /// The words that the names of states contain.
        case portraitUp = "PortraitUp", portraitDown = "PortraitDown", landscapeLeft = "LandscapeLeft", landscapeRight = "LandscapeRight"
    }

    /// The name of a state with that of an appearance and orientation above it, for ``setState(_:animated:)``: "Unlock" in the dark is
    /// "Unlock + Home PortraitUp Dark".
    /// - Parameters:
    ///   - name: a state such as Locked, Unlock or Sleep.
    ///   - appearance: nil is light, where an orientation is given.
    ///   - orientation: nil is upright, where an appearance is given. Where the document lacks it the upright one is taken.
    /// - Returns: the name itself where the document has no such state.
    public func stateName(_ name: String, appearance: Appearance?, orientation: Orientation?) -> String {
        guard appearance != nil || orientation != nil else { return name }
        let prefix = ["Locked": "Lock", "Lock": "Lock", "Unlock": "Home", "Home": "Home", "Sleep": "Sleep"][name] ?? name
        let look = (appearance ?? .light).rawValue
        for held in [orientation ?? .portraitUp, .portraitUp] {
            let above = "\(prefix) \(held.rawValue) \(look)"
            if stateNames.contains(above) { return stateNames.contains(name) ? "\(name) + \(above)" : above }
        }
        return name
    }

    /// The states that a name stands for, the lowest first.
    func parts(of name: String) -> [String] {
        if stateNames.contains(name) { return [name] }
        var parts: [String] = [], rest = Substring(name)
        while let at = rest.firstRange(of: " + ") {
            parts.append(String(rest[..<at.lowerBound]))
            rest = rest[at.upperBound...]
        }
        return parts + [String(rest)]
    }

    /// Whether a transition is one between two names, or between states that they are made of.
    func matches(_ transition: CAMLTransition, _ from: String?, _ to: String?) -> Bool {
        if transition.matches(from: from, to: to) { return true }
        let starts = from.map { parts(of: $0) } ?? [], ends = to.map { parts(of: $0) } ?? []
        guard starts.count > 1 || ends.count > 1 else { return false }
        return (starts.isEmpty ? [nil] : starts.map { Optional($0) }).contains { start in
            (ends.isEmpty ? [nil] : ends.map { Optional($0) }).contains { transition.matches(from: start, to: $0) }
        }
    }
}
