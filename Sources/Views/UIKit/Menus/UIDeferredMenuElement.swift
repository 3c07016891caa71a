import QuartzCore

/// An element that provides the elements of a menu when it opens. Stored only: Agate shows no menus, so the provider isn't called.
@preconcurrency @MainActor open class UIDeferredMenuElement: UIMenuElement {
    final let provider: (@escaping ([UIMenuElement]) -> Void) -> Void

    /// Creates an element whose provider is called once.
    public init(_ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void) {
        provider = elementProvider
        super.init(title: "", image: nil)
    }

    /// Returns an element whose provider is called each time the menu opens.
    open class func uncached(_ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void) -> UIDeferredMenuElement {
        UIDeferredMenuElement(elementProvider)
    }

    override func duplicate() -> UIMenuElement { UIDeferredMenuElement(provider) }
}
