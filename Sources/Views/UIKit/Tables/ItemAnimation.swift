import QuartzCore

/// The animation of changed rows and items.
@MainActor enum ItemAnimation {
    /// The duration in seconds.
    static let duration = 0.3

    /// Animates rows or items to their state after changes, or shows that state immediately.
    static func run(_ isAnimated: Bool, _ end: @escaping () -> Void, completion: @escaping (Bool) -> Void) {
        guard isAnimated else {
            UIView.performWithoutAnimation(end)
            completion(true)
            return
        }
        UIView.animate(withDuration: duration, animations: end, completion: completion)
    }
}

/// A view that combines changes of rows or items: a table view or a collection view.
@MainActor protocol BatchUpdating: UIView {
    func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)
}
extension UITableView: BatchUpdating {}
extension UICollectionView: BatchUpdating {}

extension BatchUpdating {
    /// Shows the changes between two snapshots, which the closure makes.
    func performUpdates(animated: Bool, _ updates: @escaping () -> Void, completion: (() -> Void)?) {
        let show = { self.performBatchUpdates(updates) { _ in completion?() } }
        if animated { show() } else { UIView.performWithoutAnimation(show) }
    }
}
