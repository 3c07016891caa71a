import QuartzCore

/// Where one thing of a collection stands, and how it looks there.
@preconcurrency @MainActor open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
    /// What it is.
    enum Kind: Hashable {
        case cell
        case supplementary(String)
        case decoration(String)
    }

    /// The item, or the place that a header or footer belongs to.
    open var indexPath = IndexPath(item: 0, section: 0)
    final var kind = Kind.cell
    /// Along which axes the view's own size counts.
    final var estimated: EstimatedAxes = []
    /// Whether it is in a section that scrolls by itself: in its own content, then.
    final var isOrthogonal = false
    /// Points; in the content's coordinates.
    open var center = CGPoint.zero
    /// Points.
    open var size = CGSize.zero
    /// The transform in space, about the centre.
    open var transform3D = CATransform3DIdentity
    /// Opacity from 0 to 1.
    open var alpha: CGFloat = 1
    /// Which lies in front where two overlap: the greater.
    open var zIndex = 0
    /// Whether it does not show at all.
    open var isHidden = false
    /// The rectangle without the transform.
    open var frame: CGRect {
        get { CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height) }
        set {
            size = newValue.size
            center = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }
    /// The size, at the origin.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: size) }
        set { size = newValue.size }
    }
    /// The transform in the plane, about the centre.
    open var transform: CGAffineTransform {
        get { CATransform3DGetAffineTransform(transform3D) }
        set { transform3D = CATransform3DMakeAffineTransform(newValue) }
    }

    @preconcurrency @MainActor public required override init() { super.init() }
    /// Of a cell.
    public convenience init(forCellWith indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
    }
    /// Of a view beside cells, as a header.
    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(forCellWith: indexPath)
        kind = .supplementary(elementKind)
    }
    /// Of a view that only the layout has.
    public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
        self.init(forCellWith: indexPath)
        kind = .decoration(decorationViewKind)
    }

    /// The kind of a view beside cells.
    open var representedElementKind: String? {
        switch kind {
        case .cell: nil
        case .supplementary(let name), .decoration(let name): name
        }
    }
    /// Whether they are those of a cell, of a supplementary view or of a decoration.
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
        (copy.estimated, copy.isOrthogonal) = (estimated, isOrthogonal)
        return copy
    }

    /// How it is distinguished from others.
    final var key: ItemKey { ItemKey(kind: kind, path: indexPath) }

    struct ItemKey: Hashable {
        var kind: Kind
        var path: IndexPath
    }

    /// Gives a view what it says.
    /// - Parameter origin: where in the content the view's superview begins.
    final func apply(to view: UIView, from origin: CGPoint = .zero) {
        if view.bounds.size != size { view.bounds.size = size }
        let center = CGPoint(x: center.x - origin.x, y: center.y - origin.y)
        if view.center != center { view.center = center }
        if !CATransform3DEqualToTransform(view.layer.transform, transform3D) { view.layer.transform = transform3D }
        if view.alpha != alpha { view.alpha = alpha }
        if view.isHidden != isHidden { view.isHidden = isHidden }
        if view.layer.zPosition != CGFloat(zIndex) { view.layer.zPosition = CGFloat(zIndex) }
    }
}

/// What of a layout is no longer right.
@preconcurrency @MainActor open class UICollectionViewLayoutInvalidationContext: NSObject {
    // Required, since collection views make the class that a layout names.
    @preconcurrency @MainActor public required override init() { super.init() }
    /// All of it.
    open internal(set) var invalidateEverything = false
    /// The counts too.
    open internal(set) var invalidateDataSourceCounts = false
    /// Points that the content's offset moves by.
    open var contentOffsetAdjustment = CGPoint.zero
    /// Points that the content grows by.
    open var contentSizeAdjustment = CGSize.zero
    /// The items whose attributes no longer hold; nil for none by name.
    open private(set) var invalidatedItemIndexPaths: [IndexPath]?
    /// Adds to the items whose attributes no longer hold.
    open func invalidateItems(at indexPaths: [IndexPath]) { invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths }
}

/// What of a flow layout is no longer right. Kept: a flow layout that is invalid is worked out anew as a whole.
@preconcurrency @MainActor open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
    /// Whether to ask the delegate for sizes and margins anew; true at first.
    open var invalidateFlowLayoutDelegateMetrics = true
    /// Whether attributes are worked out anew; true at first.
    open var invalidateFlowLayoutAttributes = true
}

/// Says where the things of a collection stand. Subclasses override what they are asked.
@preconcurrency @MainActor open class UICollectionViewLayout: NSObject, @preconcurrency NSCoding {
    @preconcurrency @MainActor public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open func encode(with coder: NSCoder) {}

    /// The collection that it is of.
    open internal(set) weak var collectionView: UICollectionView?
    final var decorations: [String: AnyClass] = [:]
    /// What views measured whose size is estimated.
    final var measured: [UICollectionViewLayoutAttributes.ItemKey: CGSize] = [:]
    /// Works out anew the sections in which views measured something else.
    func prepare(sections: IndexSet) { prepare() }
    /// The sections that scroll by themselves and reach into a part of the content.
    func orthogonalSections(in rect: CGRect) -> Range<Int> { 0..<0 }
    /// Where a section scrolls by itself; nil where it does not.
    func orthogonalArea(of section: Int) -> OrthogonalArea? { nil }
    /// The class of the attributes that the layout makes.
    open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
    /// The class of the contexts that say what is no longer right.
    open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }

    /// It is not right any more: it is asked anew at the next layout.
    open func invalidateLayout() { collectionView?.layoutIsInvalid() }
    /// It is not right any more, in part: it is asked anew at the next layout, for all.
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) { collectionView?.layoutIsInvalid() }
    /// What of the layout no longer holds in other bounds: a context of `invalidationContextClass`. Called when the bounds change and
    /// `shouldInvalidateLayout(forBoundsChange:)` says so.
    open func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext { context() }

    final func context() -> UICollectionViewLayoutInvalidationContext {
        let kind = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
        return (kind ?? UICollectionViewLayoutInvalidationContext.self).init()
    }

    /// Called before it is asked: works out what it will say.
    open func prepare() {}
    /// How large all is.
    open var collectionViewContentSize: CGSize { .zero }
    /// What stands in a part of the content.
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    /// Where an item stands and how it looks; nil where there is none.
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    /// Where a header, footer or other view stands and how it looks; nil where there is none.
    open func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    { nil }
    /// Where a view that belongs to the layout alone stands; nil where there is none.
    open func layoutAttributesForDecorationView(ofKind elementKind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        nil
    }
    /// Whether it is another one in other bounds, as while scrolling.
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
    /// Whether the size that a view measured changes the layout: false unless overridden. Asked for views whose size the layout estimates,
    /// when they come into view.
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { false }
    /// Where scrolling comes to rest.
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint)
        -> CGPoint
    {
        targetContentOffset(forProposedContentOffset: proposedContentOffset)
    }
    /// Where scrolling comes to rest, without the velocity; where it would by itself, unless overridden. In points of the content.
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint { proposedContentOffset }
    /// Items are about to come and go.
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
    /// Called when inserting, deleting and moving is over.
    open func finalizeCollectionViewUpdates() {}
    /// For subclasses: the bounds are about to change in an animation. Not called here.
    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
    /// Called when the bounds have changed.
    open func finalizeAnimatedBoundsChange() {}
    /// Another layout is about to take this one's place. Does nothing unless overridden.
    open func prepareForTransition(to newLayout: UICollectionViewLayout) {}
    /// This layout is about to take another one's place. Does nothing unless overridden; see `finalizeLayoutTransition()`.
    open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}
    /// Called when one layout has made way for another.
    open func finalizeLayoutTransition() {}
    /// How an item that comes looks at first; nil fades it in where it will stand.
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    /// How an item that goes looks at last; nil fades it out where it stands.
    open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    /// The views of a kind that only the layout has are made of a class.
    open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) { decorations[elementKind] = viewClass }
    /// The views of a kind that only the layout has are in a nib: it is not read, and one diagnostic says so at once.
    open func register(_ nib: UINib?, forDecorationViewOfKind elementKind: String) { if let nib { UINib.refuse(nib.name) } }
    /// Whether the content is mirrored where writing goes from right to left: false. Kept: layouts are not mirrored here.
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
    /// The direction of writing that the layout was written for: from left to right. Kept: layouts are not mirrored here.
    open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
}

/// One item that comes, goes or moves.
@preconcurrency @MainActor open class UICollectionViewUpdateItem: NSObject {
    /// What happens to it.
    public enum Action: Int, Sendable { case insert, delete, reload, move, none }
    /// Where it was; nil for an insertion.
    public let indexPathBeforeUpdate: IndexPath?
    /// Where it will be; nil for a deletion.
    public let indexPathAfterUpdate: IndexPath?
    /// What happens to it.
    public let updateAction: Action
    init(_ before: IndexPath?, _ after: IndexPath?, _ action: Action) {
        (indexPathBeforeUpdate, indexPathAfterUpdate, updateAction) = (before, after, action)
        super.init()
    }
}

/// Lines of items: as many in a line as have room, in lines from top to bottom, or from left to right.
@preconcurrency @MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// As `itemSize`, or answered by the delegate: the size that the cell measures when it shows.
    nonisolated public static let automaticSize = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
    /// What the insets of sections count from.
    public enum SectionInsetReference: Int, Sendable { case fromContentInset, fromSafeArea, fromLayoutMargins }

    /// Along which axis the content scrolls.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical { didSet { invalidateLayout() } }
    /// The least room between lines; 10 points.
    open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    /// The least room between items of a line; 10 points.
    open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    /// The size of items; 50 by 50.
    open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
    /// The size that is reckoned with until a cell shows and is measured, by `preferredLayoutAttributesFitting(_:)`; at zero, as at first,
    /// items have `itemSize`. `automaticSize` reckons with `itemSize`.
    open var estimatedItemSize = CGSize.zero { didSet { invalidateLayout() } }
    /// Points; the size of headers where the delegate gives none. Along the scrolling alone: they are as wide as the view.
    open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
    /// Points; the size of footers where the delegate gives none. Along the scrolling alone: they are as wide as the view.
    open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
    /// Points around the items of each section.
    open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
    /// What `sectionInset` counts from.
    /// One diagnostic says so when it is set.
    open var sectionInsetReference = SectionInsetReference.fromContentInset {
        didSet {
            KeptProperty.report(
                "UICollectionViewFlowLayout.sectionInsetReference", sectionInsetReference != .fromContentInset,
                "sectionInset is relative to the content inset")
        }
    }
    /// Whether headers stay at the edge while their section shows.
    open var sectionHeadersPinToVisibleBounds = false { didSet { invalidateLayout() } }
    /// Kept.
    /// One diagnostic says so when it is set.
    open var sectionFootersPinToVisibleBounds = false {
        didSet {
            KeptProperty.report(
                "UICollectionViewFlowLayout.sectionFootersPinToVisibleBounds", sectionFootersPinToVisibleBounds,
                "footers scroll with their section")
        }
    }

    private var items: [[UICollectionViewLayoutAttributes]] = []
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
        let delegate = flowDelegate
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
        var made: [UICollectionViewLayoutAttributes] = [], line: [UICollectionViewLayoutAttributes] = []
        let count = view.numberOfItems(inSection: section)
        func length(_ one: UICollectionViewLayoutAttributes) -> CGFloat { isDown ? one.size.width : one.size.height }
        func close(isLast: Bool) {
            guard !line.isEmpty else { return }
            let total = line.reduce(0) { $0 + length($1) },
                thick = line.reduce(CGFloat(0)) { max($0, isDown ? $1.size.height : $1.size.width) }
            // Full lines share what is left; the last one keeps the gap of a full line of such items.
            var gap = line.count > 1 ? (room - total) / CGFloat(line.count - 1) : 0
            if isLast {
                let perLine = max(1, Int(((room + itemGap) / (length(line[0]) + itemGap)).rounded(.down)))
                let isEven = made.allSatisfy { $0.size == line[0].size } && line.allSatisfy { $0.size == line[0].size }
                gap =
                    isEven && perLine > 1 && made.count >= perLine
                    ? (room - CGFloat(perLine) * length(line[0])) / CGFloat(perLine - 1) : itemGap
            }
            var x = before + (line.count == 1 && !isLast ? max(0, (room - total) / 2) : 0)
            for one in line {
                let shift = (thick - (isDown ? one.size.height : one.size.width)) / 2
                one.center =
                    isDown
                    ? CGPoint(x: x + one.size.width / 2, y: place + shift + one.size.height / 2)
                    : CGPoint(x: place + shift + one.size.width / 2, y: x + one.size.height / 2)
                x += length(one) + gap
            }
            made += line
            line = []
            place += thick + (isLast ? 0 : lineGap)
        }
        var used: CGFloat = 0
        for item in 0..<count {
            let path = IndexPath(item: item, section: section)
            let one = UICollectionViewLayoutAttributes(forCellWith: path)
            one.size = delegate?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize
            if one.size == Self.automaticSize || (estimatedItemSize != .zero && one.size == itemSize) {
                one.estimated = [.width, .height]
                one.size = measured[one.key] ?? estimate
            }
            let own = length(one)
            if !line.isEmpty, used + itemGap + own > room + 0.001 { close(isLast: false) }
            used = line.isEmpty ? own : used + itemGap + own
            line.append(one)
        }
        close(isLast: true)
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
            let all = items[section]
            // Items stand in order along the direction: the first that ends behind the near edge.
            var first = 0, last = all.count
            while first < last {
                let middle = (first + last) / 2, frame = all[middle].frame
                if (isDown ? frame.maxY : frame.maxX) >= low { last = middle } else { first = middle + 1 }
            }
            // Items of one line may differ in thickness.
            first = max(0, first - 32)
            while first < all.count {
                let frame = all[first].frame
                if (isDown ? frame.minY : frame.minX) > high + 1000 { break }
                if frame.intersects(rect) { found.append(all[first]) }
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
        items.indices.contains(indexPath.section) && items[indexPath.section].indices.contains(indexPath.item)
            ? items[indexPath.section][indexPath.item] : nil
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
