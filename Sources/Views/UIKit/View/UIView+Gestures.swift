import AgateDiagnostics
import QuartzCore

extension UIView {
    final func addRecognizer(_ recognizer: UIGestureRecognizer) {
        guard recognizer.view !== self else { return }
        recognizer.view?.removeGestureRecognizer(recognizer)
        if rare.gestureRecognizers == nil { rare.gestureRecognizers = [] }
        rare.gestureRecognizers?.append(recognizer)
        recognizer.attach(to: self)
    }

    final func removeRecognizer(_ recognizer: UIGestureRecognizer) {
        guard let index = rare.gestureRecognizers?.firstIndex(identicalTo: recognizer) else { return }
        rare.gestureRecognizers?.remove(at: index)
        recognizer.attach(to: nil)
    }

    final func setRecognizers(_ new: [UIGestureRecognizer]) {
        let kept = Set(new.map { ObjectIdentifier($0) })
        for old in rare.gestureRecognizers ?? [] where !kept.contains(ObjectIdentifier(old)) { removeGestureRecognizer(old) }
        for recognizer in new { addGestureRecognizer(recognizer) }
        rare.gestureRecognizers = new.isEmpty ? nil : new
    }
}
