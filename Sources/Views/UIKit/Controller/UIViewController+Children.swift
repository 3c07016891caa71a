import AgateDiagnostics
import QuartzCore

extension UIViewController {
    final func adopt(_ child: UIViewController) {
        guard child.above !== self else { return }
        var here: UIViewController? = self
        while let current = here {
            if current === child {
                return Diagnostic.report(
                    "controller.cycle", "a \(type(of: child)) can't become a child of itself or of one of its descendants")
            }
            here = current.above
        }
        if child.above != nil { child.removeFromParent() }
        child.willMove(toParent: self)
        guard child.above == nil else { return }
        child.above = self
        child.isMovingAbove = true
        below.append(child)
        child.isMovingAbove = false
    }

    final func leaveParent() {
        guard let parent = above else { return }
        endForwardedTransition()
        parent.below.removeAll { $0 === self }
        isMovingAbove = true
        above = nil
        isMovingAbove = false
        didMove(toParent: nil)
    }
}
