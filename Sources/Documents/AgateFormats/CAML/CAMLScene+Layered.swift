/// Layered states.
///
/// Wallpapers have states for the device's activity (Locked, Unlock, Sleep) and others for its orientation and appearance ("Lock PortraitUp
/// Dark"), which are applied above the first.
extension CAMLScene {
    /// The appearance, as in the names of states.
    public enum Appearance: String, Sendable, CaseIterable {
        /// The words that the names of states contain.
        case light = "Light", dark = "Dark"
    }

    /// The device's orientation, as in the names of states.
    public enum Orientation: String, Sendable, CaseIterable {
        /// The words that the names of states contain.
        case portraitUp = "PortraitUp", portraitDown = "PortraitDown", landscapeLeft = "LandscapeLeft", landscapeRight = "LandscapeRight"
    }

    /// Returns the name of a state combined with that of an appearance and orientation, for ``setState(_:animated:)``: "Unlock" with a dark
    /// appearance is "Unlock + Home PortraitUp Dark".
    /// - Parameters:
    ///   - name: A state such as Locked, Unlock or Sleep.
    ///   - appearance: The appearance; nil is light, if an orientation is given.
    ///   - orientation: The orientation; nil is upright, if an appearance is given. If the document lacks the orientation, upright is used.
    /// - Returns: The name itself if the document has no such state.
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

    /// Returns the states that a name combines, the lowest first.
    func parts(of name: String) -> [String] {
        if stateNames.contains(name) { return [name] }
        var parts: [String] = [], rest = Substring(name)
        while let at = rest.firstRange(of: " + ") {
            parts.append(String(rest[..<at.lowerBound]))
            rest = rest[at.upperBound...]
        }
        return parts + [String(rest)]
    }

    /// Returns true if a transition applies between two names, or between states that they combine.
    func matches(_ transition: CAMLTransition, _ from: String?, _ to: String?) -> Bool {
        if transition.matches(from: from, to: to) { return true }
        let starts = from.map { parts(of: $0) } ?? [], ends = to.map { parts(of: $0) } ?? []
        guard starts.count > 1 || ends.count > 1 else { return false }
        return (starts.isEmpty ? [nil] : starts.map { Optional($0) }).contains { start in
            (ends.isEmpty ? [nil] : ends.map { Optional($0) }).contains { transition.matches(from: start, to: $0) }
        }
    }
}
