import QuartzCore

extension UIView {
    final func addRecognizer(_ recognizer: UIGestureRecognizer) {
        guard recognizer.view !== self else { return }
        recognizer.view?.removeGestureRecognizer(recognizer)
        rare.gestureRecognizers = (rare.gestureRecognizers ?? []) + [recognizer]
        recognizer.attach(to: self)
    }

    final func removeRecognizer(_ recognizer: UIGestureRecognizer) {
        guard let index = rare.gestureRecognizers?.firstIndex(where: { $0 === recognizer }) else { return }
        rare.gestureRecognizers?.remove(at: index)
        recognizer.attach(to: nil)
    }

    final func setRecognizers(_ new: [UIGestureRecognizer]) {
        for old in rare.gestureRecognizers ?? [] where !new.contains(where: { $0 === old }) { removeGestureRecognizer(old) }
        for recognizer in new { addGestureRecognizer(recognizer) }
        rare.gestureRecognizers = new.isEmpty ? nil : new
    }
}
