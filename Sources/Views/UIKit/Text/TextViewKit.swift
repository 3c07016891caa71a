import QuartzCore

/// The text storage and the layout manager of a text view, which has them from the first time that the program asks for one.
@MainActor final class TextViewKit {
    let storage = NSTextStorage()
    let manager = NSLayoutManager()
    private weak var view: UITextView?
    private var isCopying = false

    init(_ view: UITextView) {
        self.view = view
        storage.setAttributedString(view.attributedText)
        storage.addLayoutManager(manager)
        manager.addTextContainer(view.textContainer)
        manager.displayed = { [weak view] in MainActor.assumeIsolated { Displayed(text: view?.displayed ?? StyledText()) }.text }
        manager.onInvalidation = { [weak view] in MainActor.assumeIsolated { view?.setNeedsLayout() } }
        manager.onTextChange = { [weak self] in MainActor.assumeIsolated { self?.storageChanged() } }
    }

    private func storageChanged() {
        guard !isCopying else { return }
        isCopying = true
        view?.storageChanged(StyledText(storage))
        isCopying = false
    }

    /// Copies the view's text into the storage.
    func textChanged(_ text: StyledText) {
        defer { manager.textContainerChangedGeometry(view?.textContainer ?? NSTextContainer()) }
        guard !isCopying else { return }
        isCopying = true
        storage.setAttributedString(text.attributed)
        isCopying = false
    }
}

/// Unchecked: the text stays on the main thread.
private struct Displayed: @unchecked Sendable { let text: StyledText }
