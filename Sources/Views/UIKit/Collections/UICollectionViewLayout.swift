import QuartzCore

/// The position and appearance of an element of a collection view.
@preconcurrency @MainActor open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
    /// The kind of element.
    enum Kind: Hashable {
        case cell
        case supplementary(String)
        case decoration(String)
    }

    /// The index path of the item, or of the header or footer.
    open var indexPath = IndexPath(item: 0, section: 0)
    final var kind = Kind.cell
    /// The axes along which the view measures its own size.
    final var estimated: EstimatedAxes = []
    /// True if the element is in an orthogonally scrolling section, whose content's coordinates apply.
    final var isOrthogonal = false
    /// The place in a list; nil in other layouts.
    final var place: ListPlace?
    /// The center in the content, in points.
    open var center = CGPoint.zero
    /// The size, in points.
    open var size = CGSize.zero
    /// The 3D transform about the center.
    open var transform3D = CATransform3DIdentity
    /// The opacity, 0...1.
    open var alpha: CGFloat = 1
    /// The stacking order. Elements with greater values are in front.
    open var zIndex = 0
    /// A Boolean value that indicates whether the element is hidden.
    open var isHidden = false
    /// The frame without the transform.
    open var frame: CGRect {
        get { CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height) }
        set {
            size = newValue.size
            center = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }
    /// The size, with an origin of zero.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: size) }
        set { size = newValue.size }
    }
    /// The 2D transform about the center.
    open var transform: CGAffineTransform {
        get { CATransform3DGetAffineTransform(transform3D) }
        set { transform3D = CATransform3DMakeAffineTransform(newValue) }
    }

    @preconcurrency @MainActor public required override init() { super.init() }
    /// Creates attributes of a cell.
    public convenience init(forCellWith indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
    }
    /// Creates attributes of a supplementary view, such as a header.
    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(forCellWith: indexPath)
        kind = .supplementary(elementKind)
    }
    /// Creates attributes of a decoration view, which has no item in the data source.
    public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
        self.init(forCellWith: indexPath)
        kind = .decoration(decorationViewKind)
    }

    /// The element kind of a supplementary or decoration view, or nil for a cell.
    open var representedElementKind: String? {
        switch kind {
        case .cell: nil
        case .supplementary(let name), .decoration(let name): name
        }
    }
    /// The category: a cell, a supplementary view or a decoration view.
    open var representedElementCategory: UICollectionView.ElementCategory {
        switch kind {
        case .cell: .cell
        case .supplementary: .supplementaryView
        case .decoration: .decorationView
        }
    }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        let copy: UICollectionViewLayoutAttributes = MainActor.assumeIsolated { duplicate() }
        return copy
    }

    private func duplicate() -> UICollectionViewLayoutAttributes {
        let copy = type(of: self).init()
        (copy.indexPath, copy.kind, copy.center, copy.size) = (indexPath, kind, center, size)
        (copy.transform3D, copy.alpha, copy.zIndex, copy.isHidden) = (transform3D, alpha, zIndex, isHidden)
        (copy.estimated, copy.isOrthogonal, copy.place) = (estimated, isOrthogonal, place)
        return copy
    }

    /// The key that identifies the element.
    final var key: ItemKey { ItemKey(kind: kind, path: indexPath) }

    struct ItemKey: Hashable {
        var kind: Kind
        var path: IndexPath
    }

    /// Applies the attributes to a view. Other attributes than the frame are applied when they change, as with Apple's: what the program
    /// has set on a view since remains.
    /// - Parameter origin: The origin of the view's superview in the content.
    final func apply(to view: UICollectionReusableView, from origin: CGPoint = .zero) {
        let center = CGPoint(x: center.x - origin.x, y: center.y - origin.y)
        view.endFade()
        let last = view.applied
        view.applied = AppliedLook(size: size, center: center, transform: transform3D, alpha: alpha, isHidden: isHidden, zIndex: zIndex)
        if last.size != size || last.center != center {
            if view.bounds.size != size { view.bounds.size = size }
            if view.center != center { view.center = center }
        }
        if !CATransform3DEqualToTransform(last.transform, transform3D) { view.layer.transform = transform3D }
        if last.alpha != alpha { view.alpha = alpha }
        if last.isHidden != isHidden { view.isHidden = isHidden }
        if last.zIndex != zIndex { view.layer.zPosition = CGFloat(zIndex) }
        view.take(place)
    }
}

/// The attributes that a layout has applied to a view.
struct AppliedLook {
    /// Nil for a view that has no place yet.
    var size: CGSize?
    var center: CGPoint?
    var transform = CATransform3DIdentity
    var alpha: CGFloat = 1
    var isHidden = false
    var zIndex = 0
}

/// The invalid parts of a layout.
@preconcurrency @MainActor open class UICollectionViewLayoutInvalidationContext: NSObject {
    // Required, because collection views create instances of the class that a layout specifies.
    @preconcurrency @MainActor public required override init() { super.init() }
    /// A Boolean value that indicates whether the whole layout is invalid.
    open internal(set) var invalidateEverything = false
    /// A Boolean value that indicates whether the counts of sections and items are invalid too.
    open internal(set) var invalidateDataSourceCounts = false
    /// The distance, in points, by which the content offset changes at once when the layout is invalidated with this context. A scroll that
    /// is in progress continues from there.
    open var contentOffsetAdjustment = CGPoint.zero
    /// The difference, in points, by which the content size changes at once when the layout is invalidated with this context, until the
    /// layout is queried again.
    open var contentSizeAdjustment = CGSize.zero
    /// The items whose attributes are invalid, or nil if none were specified.
    open private(set) var invalidatedItemIndexPaths: [IndexPath]?
    /// Adds items whose attributes are invalid.
    open func invalidateItems(at indexPaths: [IndexPath]) { invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths }
    /// The headers and other supplementary views whose attributes are invalid, by their kind, or nil if none were specified.
    open var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]? { supplementary }
    private var supplementary: [String: [IndexPath]]?
    /// Adds supplementary views whose attributes are invalid.
    open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        supplementary = supplementary ?? [:]
        supplementary?[elementKind, default: []] += indexPaths
    }
    /// The decorations whose attributes are invalid, by their kind, or nil if none were specified.
    open var invalidatedDecorationIndexPaths: [String: [IndexPath]]? { decorations }
    private var decorations: [String: [IndexPath]]?
    /// Adds decorations whose attributes are invalid.
    open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        decorations = decorations ?? [:]
        decorations?[elementKind, default: []] += indexPaths
    }
    /// The places of dragged items before the last movement; nil, because items can't be dragged.
    open var previousIndexPathsForInteractivelyMovingItems: [IndexPath]? { nil }
    /// The places of dragged items; nil, because items can't be dragged.
    open var targetIndexPathsForInteractivelyMovingItems: [IndexPath]? { nil }
    /// The place of the finger that drags items: zero, because items can't be dragged.
    open var interactiveMovementTarget: CGPoint { .zero }
}

/// The invalid parts of a flow layout. Stored without effect: an invalid flow layout is recomputed as a whole.
@preconcurrency @MainActor open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
    /// A Boolean value that indicates whether the delegate's sizes and margins are requested again. The default is true.
    open var invalidateFlowLayoutDelegateMetrics = true
    /// A Boolean value that indicates whether the attributes are recomputed. The default is true.
    open var invalidateFlowLayoutAttributes = true
}

/// The base class of layouts, which determine the positions of a collection view's elements. Subclasses override its queries.
@preconcurrency @MainActor open class UICollectionViewLayout: NSObject, @preconcurrency NSCoding {
    @preconcurrency @MainActor public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open func encode(with coder: NSCoder) {}

    /// The collection view of the layout.
    open var collectionView: UICollectionView? { collection }
    final weak var collection: UICollectionView?
    final var decorations: [String: AnyClass] = [:]
    /// The measured sizes of views whose size is estimated.
    final var measured: [UICollectionViewLayoutAttributes.ItemKey: CGSize] = [:]
    /// Recomputes the sections in which measured sizes have changed.
    func prepare(sections: IndexSet) { prepare() }
    /// Returns the place of an element in a list, before the layout has made its attributes; nil in other layouts.
    func place(_ kind: UICollectionViewLayoutAttributes.Kind, at path: IndexPath) -> ListPlace? { nil }
    /// Returns the orthogonally scrolling sections that intersect a part of the content.
    func orthogonalSections(in rect: CGRect) -> Range<Int> { 0..<0 }
    /// Returns the area in which a section scrolls orthogonally, or nil if it doesn't.
    func orthogonalArea(of section: Int) -> OrthogonalArea? { nil }
    /// The class of the attributes that the layout creates.
    open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
    /// The class of the layout's invalidation contexts.
    open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }

    /// Invalidates the layout. It is queried again at the next layout pass.
    open func invalidateLayout() { collectionView?.layoutIsInvalid() }
    /// Invalidates a part of the layout. The whole layout is queried again at the next layout pass.
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) { collectionView?.layoutIsInvalid(context) }
    /// Returns the invalid parts of the layout after a change of the bounds, as an instance of `invalidationContextClass`. Called when the
    /// bounds change and `shouldInvalidateLayout(forBoundsChange:)` returns true.
    open func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext { context() }

    final func context() -> UICollectionViewLayoutInvalidationContext {
        let kind = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
        return (kind ?? UICollectionViewLayoutInvalidationContext.self).init()
    }

    /// Called before the layout is queried. Subclasses compute their results here.
    open func prepare() {}
    /// The size of the whole content.
    open var collectionViewContentSize: CGSize { .zero }
    /// Returns the attributes of the elements in a part of the content.
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    /// Returns the attributes of an item, or nil if there is none.
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    /// Returns the attributes of a header, footer or other supplementary view, or nil if there is none.
    open func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    { nil }
    /// Returns the attributes of a decoration view, or nil if there is none.
    open func layoutAttributesForDecorationView(ofKind elementKind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        nil
    }
    /// Returns whether a change of the bounds, as while scrolling, changes the layout.
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
    /// Returns whether the measured size of a view changes the layout. The default is false. Called for views whose size the layout
    /// estimates, when they become visible.
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { false }
    /// Returns the content offset at which scrolling comes to rest.
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint)
        -> CGPoint
    {
        targetContentOffset(forProposedContentOffset: proposedContentOffset)
    }
    /// Returns the content offset at which scrolling comes to rest, without the velocity. The default is the proposed offset, in points of
    /// the content.
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint { proposedContentOffset }
    /// Called before items are inserted, deleted or moved.
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
    /// Called after items were inserted, deleted or moved.
    open func finalizeCollectionViewUpdates() {}
    /// Called before a change of the bounds in an animation block that invalidates the layout. Does nothing unless overridden.
    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
    /// Called after the items have got their places in the changed bounds, see `prepare(forAnimatedBoundsChange:)`. Does nothing unless
    /// overridden.
    open func finalizeAnimatedBoundsChange() {}
    /// Called before another layout replaces this one. Does nothing unless overridden.
    open func prepareForTransition(to newLayout: UICollectionViewLayout) {}
    /// Called before this layout replaces another one. Does nothing unless overridden. See `finalizeLayoutTransition()`.
    open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}
    /// Called after one layout has replaced another.
    open func finalizeLayoutTransition() {}
    /// Returns the initial attributes of an inserted item. Nil fades the item in at its final position.
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    /// Returns the final attributes of a deleted item. Nil fades the item out at its position.
    open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    /// Returns the initial attributes of an inserted supplementary view. Nil fades the view in at its final position.
    open func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    /// Returns the final attributes of a deleted supplementary view. Nil fades the view out at its position.
    open func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    /// Returns the initial attributes of an inserted decoration view. Nil fades the view in at its final position.
    open func initialLayoutAttributesForAppearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    /// Returns the final attributes of a deleted decoration view. Nil fades the view out at its position.
    open func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    /// Returns the invalid parts of the layout for a cell's preferred attributes. Never called.
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext { context() }
    /// The attributes from which an inserted element appears, by its kind.
    final func initialAttributes(_ kind: UICollectionViewLayoutAttributes.Kind, _ path: IndexPath) -> UICollectionViewLayoutAttributes? {
        switch kind {
        case .cell: initialLayoutAttributesForAppearingItem(at: path)
        case .supplementary(let name): initialLayoutAttributesForAppearingSupplementaryElement(ofKind: name, at: path)
        case .decoration(let name): initialLayoutAttributesForAppearingDecorationElement(ofKind: name, at: path)
        }
    }
    /// The attributes to which a deleted element disappears, by its kind.
    final func finalAttributes(_ kind: UICollectionViewLayoutAttributes.Kind, _ path: IndexPath) -> UICollectionViewLayoutAttributes? {
        switch kind {
        case .cell: finalLayoutAttributesForDisappearingItem(at: path)
        case .supplementary(let name): finalLayoutAttributesForDisappearingSupplementaryElement(ofKind: name, at: path)
        case .decoration(let name): finalLayoutAttributesForDisappearingDecorationElement(ofKind: name, at: path)
        }
    }
    /// Registers a class for the decoration views of a kind.
    open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) { decorations[elementKind] = viewClass }
    /// Registers a nib for the decoration views of a kind. Nibs aren't read: one diagnostic reports this at once.
    open func register(_ nib: UINib?, forDecorationViewOfKind elementKind: String) { if let nib { UINib.refuse(nib.name) } }
    /// A Boolean value that indicates whether the content is mirrored for right-to-left languages: false. Never read, because layouts
    /// aren't mirrored.
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
    /// The writing direction for which the layout was designed: left to right. Never read, because layouts aren't mirrored.
    open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
}

/// An item that is inserted, deleted or moved.
@preconcurrency @MainActor open class UICollectionViewUpdateItem: NSObject {
    /// The kind of change.
    public enum Action: Int, Sendable { case insert, delete, reload, move, none }
    /// The index path before the change, or nil for an insertion.
    public let indexPathBeforeUpdate: IndexPath?
    /// The index path after the change, or nil for a deletion.
    public let indexPathAfterUpdate: IndexPath?
    /// The kind of change.
    public let updateAction: Action
    init(_ before: IndexPath?, _ after: IndexPath?, _ action: Action) {
        (indexPathBeforeUpdate, indexPathAfterUpdate, updateAction) = (before, after, action)
        super.init()
    }
}

/// A layout that arranges items in lines, with as many items in a line as fit. Lines follow each other from top to bottom, or from left to
/// right.
@preconcurrency @MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// An `itemSize`, or a size from the delegate, that represents the size that the cell measures when it is shown.
    nonisolated public static let automaticSize = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
    /// The reference of section insets.
    public enum SectionInsetReference: Int, Sendable { case fromContentInset, fromSafeArea, fromLayoutMargins }

    /// The scroll direction.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical { didSet { invalidateLayout() } }
    /// The minimum spacing between lines. The default is 10 points.
    open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    /// The minimum spacing between items of a line. The default is 10 points.
    open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    /// The size of items. The default is 50 by 50 points.
    open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
    /// The size that is used until a cell is shown and measured by `preferredLayoutAttributesFitting(_:)`. With zero, the default, items
    /// have the size `itemSize`. With `automaticSize`, the estimate is `itemSize`.
    open var estimatedItemSize = CGSize.zero { didSet { invalidateLayout() } }
    /// The size of headers in points, if the delegate doesn't supply one. Only the length along the scroll direction is used: headers are
    /// as wide as the view.
    open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
    /// The size of footers in points, if the delegate doesn't supply one. Only the length along the scroll direction is used: footers are
    /// as wide as the view.
    open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
    /// The insets around the items of each section, in points.
    open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
    /// The reference of `sectionInset`. Setting another value than the default reports one diagnostic.
    open var sectionInsetReference = SectionInsetReference.fromContentInset {
        didSet {
            KeptProperty.report(
                "UICollectionViewFlowLayout.sectionInsetReference", sectionInsetReference != .fromContentInset,
                "sectionInset is relative to the content inset")
        }
    }
    /// A Boolean value that indicates whether headers stay at the visible edge while their section is visible.
    open var sectionHeadersPinToVisibleBounds = false { didSet { invalidateLayout() } }
    /// Stored without effect. Setting it to true reports one diagnostic.
    open var sectionFootersPinToVisibleBounds = false {
        didSet {
            KeptProperty.report(
                "UICollectionViewFlowLayout.sectionFootersPinToVisibleBounds", sectionFootersPinToVisibleBounds,
                "footers scroll with their section")
        }
    }

    private var items: [FlowSection] = []
    private var around: [[UICollectionViewLayoutAttributes]] = []
    private var ends: [CGFloat] = []
    private var size = CGSize.zero

    private var estimate: CGSize {
        let given = estimatedItemSize == .zero || estimatedItemSize == Self.automaticSize ? itemSize : estimatedItemSize
        return given == Self.automaticSize ? CGSize(width: 50, height: 50) : given
    }

    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { !originalAttributes.estimated.isEmpty && preferredAttributes.size != originalAttributes.size }

    private var flowDelegate: (any UICollectionViewDelegateFlowLayout)? {
        collectionView?.delegate as? any UICollectionViewDelegateFlowLayout
    }
    private var isDown: Bool { scrollDirection == .vertical }

    open override func prepare() {
        super.prepare()
        (items, around, ends, size) = ([], [], [], .zero)
        guard let view = collectionView else { return }
        let inset = view.adjustedContentInset
        let across = isDown ? view.bounds.width - inset.left - inset.right : view.bounds.height - inset.top - inset.bottom
        var along: CGFloat = 0
        for section in 0..<view.numberOfSections { along = lay(section, view, across, along) }
        size = isDown ? CGSize(width: across, height: along) : CGSize(width: along, height: across)
    }

    private func lay(_ section: Int, _ view: UICollectionView, _ across: CGFloat, _ start: CGFloat) -> CGFloat {
        // Read once: a section may have many items.
        let delegate = flowDelegate, isDown = isDown, itemSize = itemSize, mayEstimate = estimatedItemSize != .zero
        let automaticSize = Self.automaticSize, estimate = estimate
        let inset = delegate?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
        let lineGap = delegate?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section) ?? minimumLineSpacing
        let itemGap = delegate?.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: section) ?? minimumInteritemSpacing
        let header = delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section) ?? headerReferenceSize
        let footer = delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: section) ?? footerReferenceSize
        var place = start, extra: [UICollectionViewLayoutAttributes] = []
        func add(_ kind: String, _ size: CGSize) {
            let length = isDown ? size.height : size.width
            guard length > 0 else { return }
            let made = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: kind, with: IndexPath(item: 0, section: section))
            made.frame =
                isDown ? CGRect(x: 0, y: place, width: across, height: length) : CGRect(x: place, y: 0, width: length, height: across)
            extra.append(made)
            place += length
        }
        add(UICollectionView.elementKindSectionHeader, header)
        let before = isDown ? inset.left : inset.top, after = isDown ? inset.right : inset.bottom
        place += isDown ? inset.top : inset.left
        let room = max(0, across - before - after)
        var made = FlowSection(section)
        let metrics = FlowSection.Metrics(isDown: isDown, room: room, before: before, itemGap: itemGap, lineGap: lineGap)
        place = made.lay(view.numberOfItems(inSection: section), metrics, from: place) { item in
            guard delegate != nil || mayEstimate || itemSize == automaticSize else { return (itemSize, false) }
            let path = IndexPath(item: item, section: section)
            let size = delegate?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize
            guard size == automaticSize || (mayEstimate && size == itemSize) else { return (size, false) }
            return (measured[UICollectionViewLayoutAttributes.ItemKey(kind: .cell, path: path)] ?? estimate, true)
        }
        place += isDown ? inset.bottom : inset.right
        add(UICollectionView.elementKindSectionFooter, footer)
        items.append(made)
        around.append(extra)
        ends.append(place)
        return place
    }

    open override var collectionViewContentSize: CGSize { size }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let low = isDown ? rect.minY : rect.minX, high = isDown ? rect.maxY : rect.maxX
        var found: [UICollectionViewLayoutAttributes] = [], start: CGFloat = 0
        for (section, end) in ends.enumerated() {
            defer { start = end }
            guard end >= low, start <= high else { continue }
            // Items are ordered along the scroll direction. Finds the first one that ends after the near edge.
            var first = 0, last = items[section].count
            while first < last {
                let middle = (first + last) / 2, frame = items[section].frame(middle)
                if (isDown ? frame.maxY : frame.maxX) >= low { last = middle } else { first = middle + 1 }
            }
            // Items of a line may differ in thickness.
            first = max(0, first - 32)
            while first < items[section].count {
                let frame = items[section].frame(first)
                if (isDown ? frame.minY : frame.minX) > high + 1000 { break }
                if frame.intersects(rect), let one = items[section].attributes(first) { found.append(one) }
                first += 1
            }
            for one in around[section] {
                let shown = pinned(one, start, end)
                if shown.frame.intersects(rect) { found.append(shown) }
            }
        }
        return found
    }

    private func pinned(_ one: UICollectionViewLayoutAttributes, _ start: CGFloat, _ end: CGFloat) -> UICollectionViewLayoutAttributes {
        guard sectionHeadersPinToVisibleBounds, one.representedElementKind == UICollectionView.elementKindSectionHeader,
            let view = collectionView,
            let copy = one.copy() as? UICollectionViewLayoutAttributes
        else { return one }
        let edge = isDown ? view.bounds.minY + view.adjustedContentInset.top : view.bounds.minX + view.adjustedContentInset.left
        let length = isDown ? one.size.height : one.size.width
        let place = max(start, min(edge, end - length))
        copy.frame.origin = isDown ? CGPoint(x: one.frame.minX, y: place) : CGPoint(x: place, y: one.frame.minY)
        copy.zIndex = 10
        return copy
    }

    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        items.indices.contains(indexPath.section) ? items[indexPath.section].attributes(indexPath.item) : nil
    }
    open override func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
    {
        around.indices.contains(indexPath.section) ? around[indexPath.section].first { $0.representedElementKind == elementKind } : nil
    }
    open override class var invalidationContextClass: AnyClass { UICollectionViewFlowLayoutInvalidationContext.self }
    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let view = collectionView else { return false }
        return isDown ? newBounds.width != view.laidOutSize.width : newBounds.height != view.laidOutSize.height
    }
}
