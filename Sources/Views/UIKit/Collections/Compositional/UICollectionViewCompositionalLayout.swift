import AgateDiagnostics
import QuartzCore

/// The configuration of a compositional layout.
@preconcurrency @MainActor open class UICollectionViewCompositionalLayoutConfiguration: NSObject, NSCopying {
    @preconcurrency @MainActor public override init() { super.init() }

    /// The axis along which sections follow each other.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    /// The spacing between sections, in points.
    open var interSectionSpacing: CGFloat = 0
    /// The headers and footers of the whole content. Their index paths have a single index, which is their number.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// The default reference of the content insets of sections.
    open var contentInsetsReference = UIContentInsetsReference.safeArea

    /// Returns an independent copy.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        let copy: UICollectionViewCompositionalLayoutConfiguration = MainActor.assumeIsolated {
            let copy = UICollectionViewCompositionalLayoutConfiguration()
            (copy.scrollDirection, copy.interSectionSpacing) = (scrollDirection, interSectionSpacing)
            (copy.boundarySupplementaryItems, copy.contentInsetsReference) = (boundarySupplementaryItems, contentInsetsReference)
            return copy
        }
        return copy
    }
}

/// A closure that returns a section of a layout, or nil for a section that isn't shown.
public typealias UICollectionViewCompositionalLayoutSectionProvider =
    @MainActor (
        _ section: Int, _ environment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection?

/// A layout of sections that consist of groups of items.
///
/// Items and groups are sized as fractions of their containers, in points, or by measuring their views. The layout isn't mirrored for
/// right-to-left languages: the leading edge is the left one.
@preconcurrency @MainActor open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    private let provider: UICollectionViewCompositionalLayoutSectionProvider
    /// The configuration. Changes of its properties take effect only when it is set again.
    open var configuration: UICollectionViewCompositionalLayoutConfiguration { didSet { invalidateLayout() } }

    final var sections: [PlacedSection?] = []
    final var starts: [CGFloat] = []
    private var boundary: [PlacedBoundary] = []
    private var size = CGSize.zero
    private var solvedContainer = CGSize.zero
    /// The places of rows, headers and backgrounds in lists.
    private var places: [UICollectionViewLayoutAttributes.ItemKey: ListPlace] = [:]
    private var known: [UICollectionViewLayoutAttributes.ItemKey: UICollectionViewLayoutAttributes] = [:]
    final var axis: LayoutAxis { LayoutAxis(configuration.scrollDirection) }

    /// Creates a layout in which all sections are alike.
    public convenience init(section: NSCollectionLayoutSection) {
        self.init(section: section, configuration: UICollectionViewCompositionalLayoutConfiguration())
    }
    /// Creates a layout in which all sections are alike.
    public convenience init(section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration) {
        self.init(sectionProvider: { _, _ in section }, configuration: configuration)
    }
    /// Creates a layout that requests each section from a closure when it computes the layout.
    public convenience init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
        self.init(sectionProvider: sectionProvider, configuration: UICollectionViewCompositionalLayoutConfiguration())
    }
    /// Creates a layout that requests each section from a closure when it computes the layout.
    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        (provider, self.configuration) = (sectionProvider, configuration)
        super.init()
    }
    /// Returns nil and reports one diagnostic, because layouts can't be archived.
    public required init?(coder: NSCoder) {
        Diagnostic.report("archive.unsupported-value", "a compositional layout can't be decoded from an archive")
        return nil
    }

    // MARK: Computation

    private func container(_ view: UICollectionView) -> CGSize {
        let inset = view.adjustedContentInset
        return CGSize(
            width: max(0, view.bounds.width - inset.left - inset.right), height: max(0, view.bounds.height - inset.top - inset.bottom))
    }

    open override func prepare() {
        super.prepare()
        sections = []
        guard let view = collectionView else { return arrange(.zero) }
        let container = container(view)
        // Measured sizes are valid only for one width.
        if axis.other.main(container) != axis.other.main(solvedContainer) { measured = [:] }
        solvedContainer = container
        let environment = environment(view)
        for index in 0..<view.numberOfSections {
            sections.append(provider(index, environment).map { solve($0, index, view, environment) })
        }
        arrange(container)
    }

    /// Recomputes the sections in which measured sizes have changed.
    override func prepare(sections changed: IndexSet) {
        guard let view = collectionView, container(view) == solvedContainer else { return prepare() }
        for index in changed where sections.indices.contains(index) {
            if let old = sections[index] { sections[index] = solve(old.section, index, view, old.environment) }
        }
        arrange(solvedContainer)
    }

    private func environment(_ view: UICollectionView) -> CompositionalEnvironment {
        let inset = view.adjustedContentInset
        return CompositionalEnvironment(
            view.bounds.size,
            NSDirectionalEdgeInsets(top: inset.top, leading: inset.left, bottom: inset.bottom, trailing: inset.right), view.traitCollection)
    }

    private func solve(
        _ section: NSCollectionLayoutSection, _ index: Int, _ view: UICollectionView, _ environment: CompositionalEnvironment
    ) -> PlacedSection {
        let measured = self.measured
        func lookUp(_ kind: String?, _ item: Int) -> CGSize? {
            measured.isEmpty
                ? nil
                : measured[
                    .init(kind: kind.map { .supplementary($0) } ?? .cell, path: IndexPath(item: item, section: index))]
        }
        let solver = GroupSolver(
            count: view.numberOfItems(inSection: index), measured: { lookUp($1, $0) }, traits: environment.traitCollection)
        let reference =
            section.contentInsetsReference == .automatic ? configuration.contentInsetsReference : section.contentInsetsReference
        let beside =
            section.supplementaryContentInsetsReference == .automatic ? reference : section.supplementaryContentInsetsReference
        var placed = SectionSolver(
            axis: axis, container: solvedContainer, environment: environment, solver: solver, measured: { lookUp($0, $1) }
        ).solve(section, insets: sides(reference, view), boundaryInsets: sides(beside, view))
        if section.list != nil { addGround(to: &placed, index, view) }
        return placed
    }

    /// Adds the view behind a section that is a list. At both ends of the content it continues over the visible area.
    private func addGround(to placed: inout PlacedSection, _ index: Int, _ view: UICollectionView) {
        decorations[ListGround.kind] = ListGround.self
        let low = index == 0 ? axis.main(solvedContainer) : 0
        let high = index == view.numberOfSections - 1 ? axis.main(solvedContainer) : 0
        let frame = CGRect(
            origin: axis.point(-low, 0), size: axis.size(low + placed.length + high, axis.other.main(solvedContainer)))
        placed.decorations.append(
            PlacedBoundary(kind: ListGround.kind, index: 0, frame: frame, estimated: [], zIndex: -1, pin: .none))
    }

    override func place(_ kind: UICollectionViewLayoutAttributes.Kind, at path: IndexPath) -> ListPlace? {
        guard path.count == 2, let section = placed(path.section), let list = section.section.list else { return nil }
        let key = UICollectionViewLayoutAttributes.ItemKey(kind: kind, path: path)
        if let made = places[key] { return made }
        let made: ListPlace
        let hasHeader = list.headerMode == .firstItemInSection
        switch kind {
        case .decoration: made = ListPlace(.ground, list, at: path)
        case .supplementary(UICollectionView.elementKindSectionFooter): made = ListPlace(.footer, list, at: path)
        case .supplementary: made = ListPlace(.header, list, at: path)
        case .cell where hasHeader && path.item == 0: made = ListPlace(.header, list, at: path)
        case .cell:
            made = ListPlace(
                .row, list, isFirst: path.item == (hasHeader ? 1 : 0), isLast: path.item == section.cells.count - 1, at: path)
        }
        places[key] = made
        return made
    }

    /// Returns the space at both sides to which a section's insets are relative.
    private func sides(_ reference: UIContentInsetsReference, _ view: UICollectionView) -> NSDirectionalEdgeInsets {
        let has = view.adjustedContentInset, own = view.contentInset
        let wanted: UIEdgeInsets
        switch reference {
        case .none: return .zero
        case .automatic, .safeArea: wanted = view.safeAreaInsets
        case .layoutMargins, .readableContent: wanted = view.layoutMargins
        }
        // Insets that the scroll view already applies don't count twice.
        func rest(_ side: KeyPath<UIEdgeInsets, CGFloat>) -> CGFloat {
            max(0, wanted[keyPath: side] - (has[keyPath: side] - own[keyPath: side]))
        }
        return axis.isDown
            ? NSDirectionalEdgeInsets(top: 0, leading: rest(\.left), bottom: 0, trailing: rest(\.right))
            : NSDirectionalEdgeInsets(top: rest(\.top), leading: 0, bottom: rest(\.bottom), trailing: 0)
    }

    /// Places the sections in sequence, between the headers and footers of the whole content.
    private func arrange(_ container: CGSize) {
        (known, places) = ([:], [:])
        let measured = self.measured
        let outer = SectionSolver.boundary(configuration.boundarySupplementaryItems, in: container, .zero, axis) {
            measured[.init(kind: .supplementary($0), path: IndexPath(index: $1))]
        }
        var position = axis.start(outer.margins), isFirst = true
        starts = []
        for section in sections {
            if section != nil, !isFirst { position += configuration.interSectionSpacing }
            if section != nil { isFirst = false }
            starts.append(position)
            position += section?.length ?? 0
        }
        position += axis.end(outer.margins)
        size = axis.size(position, axis.other.main(container))
        boundary = SectionSolver.place(outer.items, in: size, .zero, axis)
    }

    // MARK: Queries

    open override var collectionViewContentSize: CGSize { size }

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let view = collectionView else { return false }
        return newBounds.size != view.laidOutSize
    }

    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { !originalAttributes.estimated.isEmpty && preferredAttributes.size != originalAttributes.size }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let low = axis.low(rect), high = axis.high(rect)
        var found: [UICollectionViewLayoutAttributes] = []
        for index in reaching(from: low, to: high) { if let section = sections[index] { collect(section, index, rect, &found) } }
        for one in boundary {
            let attributes = pinned(one, path: IndexPath(index: one.index), from: 0, length: axis.main(size))
            if attributes.frame.intersects(rect) { found.append(attributes) }
        }
        return found
    }

    /// The distance in points by which a view, such as a badge or a header with an offset, may extend beyond its section.
    private static let overlap: CGFloat = 200

    /// Returns the sections that intersect an interval of the axis. The sections are in order.
    private func reaching(from low: CGFloat, to high: CGFloat) -> Range<Int> {
        var first = 0, last = sections.count
        while first < last {
            let middle = (first + last) / 2
            if starts[middle] + (sections[middle]?.length ?? 0) + Self.overlap >= low { last = middle } else { first = middle + 1 }
        }
        var end = first, beyond = sections.count
        while end < beyond {
            let middle = (end + beyond) / 2
            if starts[middle] - Self.overlap <= high { end = middle + 1 } else { beyond = middle }
        }
        return first..<end
    }

    override func orthogonalSections(in rect: CGRect) -> Range<Int> { reaching(from: axis.low(rect), to: axis.high(rect)) }

    private func collect(_ section: PlacedSection, _ index: Int, _ rect: CGRect, _ found: inout [UICollectionViewLayoutAttributes]) {
        let origin = axis.point(starts[index], 0)
        let along = section.isOrthogonal ? axis.other : axis
        let scrolled = section.isOrthogonal ? collectionView?.orthogonalOffset(of: index) ?? .zero : .zero
        let local = rect.offsetBy(dx: scrolled.x - origin.x, dy: scrolled.y - origin.y)
        var items: [UICollectionViewLayoutAttributes] = []
        for group in section.groups(from: along.low(local), to: along.high(local)) {
            for cell in section.groups[group].cells where section.cells[cell].frame.intersects(local) {
                items.append(attributes(section.cells[cell], index, section))
            }
            for view in section.groups[group].upon where section.upon[view].frame.intersects(local) {
                items.append(attributes(section.upon[view], index, section))
            }
        }
        for one in section.boundary {
            let place = pinned(one, path: IndexPath(item: one.index, section: index), from: starts[index], length: section.length)
            if place.frame.intersects(rect) { items.append(place) }
        }
        for one in section.decorations where one.frame.offsetBy(dx: origin.x, dy: origin.y).intersects(rect) {
            items.append(decoration(one, index))
        }
        if let handler = section.section.visibleItemsInvalidationHandler, let view = collectionView {
            // Handlers change copies, so that unchanged properties keep the layout's values.
            items = items.map { $0.copy() as! UICollectionViewLayoutAttributes }
            handler(items, section.isOrthogonal ? scrolled : view.contentOffset, section.environment)
        }
        found += items
    }

    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard indexPath.count == 2, let section = placed(indexPath.section), section.cells.indices.contains(indexPath.item) else {
            return nil
        }
        return attributes(section.cells[indexPath.item], indexPath.section, section)
    }

    open override func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
    {
        guard indexPath.count == 2 else {
            let one = boundary.first { $0.kind == elementKind && $0.index == indexPath.first }
            return one.map { pinned($0, path: indexPath, from: 0, length: axis.main(size)) }
        }
        guard let section = placed(indexPath.section) else { return nil }
        if let one = section.boundary.first(where: { $0.kind == elementKind && $0.index == indexPath.item }) {
            return pinned(one, path: indexPath, from: starts[indexPath.section], length: section.length)
        }
        let badge = section.upon.first { $0.kind == elementKind && $0.item == indexPath.item }
        return badge.map { attributes($0, indexPath.section, section) }
    }

    open override func layoutAttributesForDecorationView(ofKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
    {
        guard indexPath.count == 2 else { return nil }
        let one = placed(indexPath.section)?.decorations.first { $0.kind == elementKind && $0.index == indexPath.item }
        return one.map { decoration($0, indexPath.section) }
    }

    private func placed(_ section: Int) -> PlacedSection? { sections.indices.contains(section) ? sections[section] : nil }

    override func orthogonalArea(of section: Int) -> OrthogonalArea? {
        guard let placed = placed(section), placed.isOrthogonal, !placed.cells.isEmpty else { return nil }
        let origin = axis.point(starts[section], 0)
        return OrthogonalArea(
            frame: placed.band.offsetBy(dx: origin.x, dy: origin.y), contentSize: placed.bandContent,
            behavior: placed.section.orthogonalScrollingBehavior, isAcross: axis.isDown,
            groups: placed.groups.map { ($0.start - axis.other.low(placed.band), $0.length) })
    }

    // MARK: Attributes

    private func make(_ key: UICollectionViewLayoutAttributes.ItemKey) -> UICollectionViewLayoutAttributes {
        let made = (Self.layoutAttributesClass as? UICollectionViewLayoutAttributes.Type ?? UICollectionViewLayoutAttributes.self).init()
        (made.indexPath, made.kind) = (key.path, key.kind)
        return made
    }

    private func attributes(_ item: PlacedItem, _ section: Int, _ placed: PlacedSection) -> UICollectionViewLayoutAttributes {
        let key = UICollectionViewLayoutAttributes.ItemKey(
            kind: item.kind.map { .supplementary($0) } ?? .cell, path: IndexPath(item: item.item, section: section))
        if let made = known[key] { return made }
        let made = make(key), origin = axis.point(starts[section], 0)
        made.frame = item.frame.offsetBy(dx: origin.x, dy: origin.y)
        (made.zIndex, made.estimated, made.isOrthogonal) = (item.zIndex, item.estimated, placed.isOrthogonal)
        if placed.section.list != nil { made.place = place(key.kind, at: key.path) }
        known[key] = made
        return made
    }

    private func decoration(_ one: PlacedBoundary, _ section: Int) -> UICollectionViewLayoutAttributes {
        let made = make(.init(kind: .decoration(one.kind), path: IndexPath(item: one.index, section: section)))
        let origin = axis.point(starts[section], 0)
        made.frame = one.frame.offsetBy(dx: origin.x, dy: origin.y)
        made.zIndex = one.zIndex
        made.place = place(made.kind, at: made.indexPath)
        return made
    }

    /// Returns a header or footer at its current position. A pinned one stays at the visible edge while its section is visible.
    private func pinned(_ one: PlacedBoundary, path: IndexPath, from start: CGFloat, length: CGFloat) -> UICollectionViewLayoutAttributes {
        let made = make(.init(kind: .supplementary(one.kind), path: path))
        var place = start + axis.low(one.frame)
        if let view = collectionView, one.pin != .none {
            let inset = view.adjustedContentInset, own = axis.main(one.frame.size)
            let low = axis.low(view.bounds) + axis.start(inset), high = axis.high(view.bounds) - axis.end(inset)
            place = one.pin == .start ? max(place, min(low, start + length - own)) : min(place, max(high - own, start))
        }
        made.frame = CGRect(origin: axis.point(place, axis.other.low(one.frame)), size: one.frame.size)
        (made.zIndex, made.estimated) = (one.pin == .none ? one.zIndex : max(one.zIndex, 10), one.estimated)
        made.place = self.place(made.kind, at: path)
        return made
    }
}
