import QuartzCore

/// A row that is swiped aside, and the buttons in the space that it uncovers.
@MainActor final class TableSwipe {
    /// The duration in seconds in which a row opens or closes.
    static let duration = 0.25
    let path: IndexPath
    let configuration: UISwipeActionsConfiguration
    /// True if the row moves to the right, so that the buttons are on the left.
    let isAtLeft: Bool
    /// The horizontal offset of the row, in points; below 0 to the left.
    var offset: CGFloat = 0
    fileprivate let buttons: [SwipeButton]
    fileprivate let back = UIView()

    init(
        _ path: IndexPath, _ configuration: UISwipeActionsConfiguration, isAtLeft: Bool,
        _ run: @escaping @MainActor (UIContextualAction, UIView) -> Void
    ) {
        (self.path, self.configuration, self.isAtLeft) = (path, configuration, isAtLeft)
        buttons = configuration.actions.map { SwipeButton($0, run) }
        back.clipsToBounds = true
        // The first action is at the edge, and covers the others while they come in.
        for button in buttons.reversed() { back.addSubview(button) }
    }

    /// The offset of the row at which all buttons show in full.
    var openOffset: CGFloat {
        let width = buttons.reduce(CGFloat(0)) { $0 + $1.width }
        return isAtLeft ? width : -width
    }

    /// Positions the buttons in the space that the row uncovers.
    fileprivate func place(in row: CGRect) {
        let free = abs(offset)
        back.frame = CGRect(x: isAtLeft ? row.minX : row.maxX - free, y: row.minY, width: free, height: row.height)
        let all = abs(openOffset)
        var fromEdge: CGFloat = 0
        for button in buttons {
            // The buttons share the visible width in proportion to their full widths.
            let width = all > 0 ? button.width * free / all : 0
            button.frame = CGRect(
                x: isAtLeft ? fromEdge : free - fromEdge - width, y: 0, width: max(width, 0), height: row.height)
            fromEdge += width
        }
    }
}

/// The button of an action, with an image or a title.
private final class SwipeButton: UIControl {
    let width: CGFloat
    private let label = UILabel(), picture = UIImageView()

    init(_ action: UIContextualAction, _ run: @escaping @MainActor (UIContextualAction, UIView) -> Void) {
        label.text = action.image == nil ? action.title : nil
        label.font = .systemFont(ofSize: 15)
        label.textColor = .white
        label.textAlignment = .center
        picture.image = action.image?.withRenderingMode(.alwaysTemplate)
        picture.tintColor = .white
        picture.contentMode = .center
        width = max(74, (label.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: 0)).width + 30).rounded(.up))
        super.init(frame: .zero)
        backgroundColor = action.backgroundColor
        clipsToBounds = true
        accessibilityLabel = action.title
        for view in [label, picture] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        addAction(
            UIAction { [weak self] _ in
                if let self { run(action, self) }
            }, for: .touchUpInside)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds
        picture.frame = bounds
    }
}

/// The recognizer of swipes across a table's row.
final class SwipePan: UIPanGestureRecognizer {
    private weak var table: UITableView?

    init(_ table: UITableView) {
        self.table = table
        super.init(target: nil, action: nil)
        maximumNumberOfTouches = 1
        addHandler { [weak table] (pan: SwipePan) in table?.swiped(pan) }
    }

    override func isEnough(_ moved: CGPoint) -> Bool { super.isEnough(moved) && !isWrong(moved) }

    override func isWrong(_ moved: CGPoint) -> Bool {
        guard super.isEnough(moved) else { return false }
        guard let table, abs(moved.x) > abs(moved.y), !table.canMoveAcross else { return true }
        let place = location(in: table)
        return !table.beginSwipe(at: CGPoint(x: place.x - moved.x, y: place.y - moved.y), isToRight: moved.x > 0)
    }

    override func reset() {
        super.reset()
        // The row hasn't moved, because another gesture was recognized first.
        if let table, table.swipe?.offset == 0 { table.endSwipe(animated: false) }
    }
}

extension UITableView {
    /// Asks the delegate for the actions of the row at a point. Returns false if there are none.
    fileprivate final func beginSwipe(at point: CGPoint, isToRight: Bool) -> Bool {
        guard let path = indexPathForRow(at: point), cells[path] != nil, let delegate = tableDelegate, !isEditing else { return false }
        if let swipe, swipe.path == path { return true }
        let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let configuration =
            isToRight != isTurned
            ? delegate.tableView(self, leadingSwipeActionsConfigurationForRowAt: path)
            : delegate.tableView(self, trailingSwipeActionsConfigurationForRowAt: path) ?? oldActions(delegate, path)
        // The delegate may have changed the rows.
        guard let configuration, !configuration.actions.isEmpty, let cell = cells[path] else { return false }
        endSwipe(animated: false)
        let made = TableSwipe(path, configuration, isAtLeft: isToRight) { [weak self] in self?.run($0, $1) }
        swipe = made
        insertSubview(made.back, belowSubview: cell)
        made.place(in: rowFrame(path))
        return true
    }

    fileprivate final func swiped(_ pan: SwipePan) {
        guard let swipe, cells[swipe.path] != nil else { return }
        let way = pan.translation(in: self).x
        switch pan.state {
        case .began: pan.setTranslation(CGPoint(x: swipe.offset + way, y: 0), in: self)
        case .changed: break
        case .ended: return finishSwipe(swipe, pan.velocity(in: self).x)
        default: return endSwipe(animated: true)
        }
        let wanted = pan.translation(in: self).x
        UIView.performWithoutAnimation { moveSwipe(swipe, to: swipe.isAtLeft ? max(0, wanted) : min(0, wanted)) }
    }

    private func finishSwipe(_ swipe: TableSwipe, _ velocity: CGFloat) {
        let open = abs(swipe.openOffset), way = abs(swipe.offset), speed = swipe.isAtLeft ? velocity : -velocity
        if swipe.configuration.performsFirstActionWithFullSwipe, way > max(open, rowFrame(swipe.path).width * 0.6),
            let first = swipe.configuration.actions.first, let button = swipe.buttons.first
        {
            return run(first, button)
        }
        guard speed > 300 || (way > open / 2 && speed > -300) else { return endSwipe(animated: true) }
        UIView.animate(withDuration: TableSwipe.duration, delay: 0, options: .curveEaseOut) { self.moveSwipe(swipe, to: swipe.openOffset) }
    }

    private func moveSwipe(_ swipe: TableSwipe, to offset: CGFloat) {
        swipe.offset = offset
        let frame = rowFrame(swipe.path)
        cells[swipe.path]?.take(frame.offsetBy(dx: offset, dy: 0))
        swipe.place(in: frame)
        for button in swipe.buttons { button.layoutIfNeeded() }
    }

    private func run(_ action: UIContextualAction, _ view: UIView) {
        let ran = swipe
        action.handler(action, view) { [weak self] _ in
            guard let self, swipe === ran else { return }
            endSwipe(animated: true)
        }
    }

    /// Moves a swiped row back into place.
    final func endSwipe(animated: Bool) {
        guard let swipe else { return }
        self.swipe = nil
        let cell = cells[swipe.path], frame = rowFrame(swipe.path)
        swipe.offset = 0
        guard animated, window != nil else {
            UIView.performWithoutAnimation { cell?.take(frame) }
            return swipe.back.removeFromSuperview()
        }
        UIView.animate(withDuration: TableSwipe.duration, delay: 0, options: .curveEaseOut) {
            cell?.take(frame)
            swipe.place(in: frame)
        } completion: { _ in
            swipe.back.removeFromSuperview()
        }
    }
}

extension UITableView {
    /// Returns the actions that a delegate of iOS 8 to 12 gives; nil for none.
    fileprivate func oldActions(_ delegate: any UITableViewDelegate, _ path: IndexPath) -> UISwipeActionsConfiguration? {
        guard let actions = delegate.tableView(self, editActionsForRowAt: path), !actions.isEmpty else { return nil }
        let made = UISwipeActionsConfiguration(actions: actions.map { $0.contextual(at: path) })
        made.performsFirstActionWithFullSwipe = false
        return made
    }
}
