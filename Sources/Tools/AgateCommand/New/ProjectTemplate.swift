/// The templates of `agate new`.
enum ProjectTemplate: String, CaseIterable {
    case offscreen, window, film, lottie, snapshot, package

    var summary: String {
        switch self {
        case .offscreen: "a picture of layers, drawn without a display"
        case .window: "a window with UIKit: a view controller, a button, an animation"
        case .film: "a film for each row of a table"
        case .lottie: "a player of Lottie files"
        case .snapshot: "a view, and a test that compares its picture"
        case .package: "a package with a view and tests, for iOS and Linux"
        }
    }

    /// Lines with the names and summaries.
    static var table: [String] {
        let width = allCases.map(\.rawValue.count).max() ?? 0
        return allCases.map { $0.rawValue + String(repeating: " ", count: width - $0.rawValue.count) + "  " + $0.summary }
    }

    /// True if the package has no program.
    var isLibrary: Bool { self == .snapshot || self == .package }

    func files(_ project: Project) -> [ProjectFile] {
        switch self {
        case .offscreen: Self.offscreenFiles(project)
        case .window: Self.windowFiles(project)
        case .film: Self.filmFiles(project)
        case .lottie: Self.lottieFiles(project)
        case .snapshot: Self.snapshotFiles(project)
        case .package: Self.packageFiles(project)
        }
    }
}
