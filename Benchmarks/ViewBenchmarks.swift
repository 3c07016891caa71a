import Agate
import Foundation
import QuartzCore
import UIKit

/// What programs build of layers: constraints, stacks, text, tables, gestures, lists of views, archives. `bench views NAME ...` runs only
/// the parts with those names.
func viewBenchmarks() {
    let parts: [(name: String, run: @MainActor () -> Void)] = [
        ("scrolled", { for count in [100, 500] { scrolledLabels(count) } }),
        ("chains", chains), ("stacks", stacks), ("editing", textViews), ("labels", labels), ("lists", tables),
        ("taps", { for count in [100, 400] { recognisers(count) } }),
        ("siblings", siblings), ("plain", plainLabels), ("archives", { for count in [100, 1000] { archives(count) } }),
        ("registrations", registrations), ("shapes", shapes), ("text-layer", textLayers), ("lines", linesOfText), ("pictures", pictures),
        ("label", { memory("a label") }), ("button", { memory("a button") }), ("plain-view", { memory("a plain view") }),
        ("people", people),
    ]
    let wanted = CommandLine.arguments.dropFirst().filter { name in parts.contains { $0.name == name } }
    MainActor.assumeIsolated {
        for part in parts where wanted.isEmpty || wanted.contains(part.name) { part.run() }
    }
}

func row(_ name: String, _ ms: Double, asked: Double) {
    print(Measure.padded(name) + String(format: "%10.3f ms (asked %g)", ms, asked))
}

/// A window in an offscreen host; each change is a turn of the run loop, and a frame.
@MainActor final class ViewScene {
    let host: OffscreenHost
    let window: UIWindow
    private var time = 0.0

    init(_ size: CGSize = CGSize(width: 400, height: 800)) {
        let host = OffscreenHost(size: size)
        self.host = host
        window = host.perform { MainActor.assumeIsolated { UIWindow(host: host) } }
        host.perform { MainActor.assumeIsolated { window.makeKeyAndVisible() } }
        frame {}
    }

    func frame(_ change: @MainActor () -> Void) {
        host.perform { MainActor.assumeIsolated(change) }
        time += 1.0 / 60
        host.paint(at: time)
    }

    func add(_ view: UIView) { frame { self.window.addSubview(view) } }
}

/// The fastest of some, each with things of its own.
@MainActor private func fresh<Things>(
    runs: Int = 3, _ make: @MainActor () -> Things, work: @MainActor (Things) -> Void
) -> Double {
    (0..<runs).map { _ in
        let things = make()
        return Measure.milliseconds { MainActor.assumeIsolated { work(things) } }
    }.min() ?? .infinity
}

@MainActor func best(_ runs: Int, _ work: @MainActor () -> Void) -> Double {
    Measure.best(of: runs) { MainActor.assumeIsolated(work) }
}

/// A frame in which a view is scrolled by three points.
@MainActor private func scrolled(_ view: UIScrollView, in scene: ViewScene) -> Double {
    var y: CGFloat = 0
    return best(20) {
        y += 3
        scene.frame { view.contentOffset.y = y }
    }
}

@MainActor private func label(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
}

@MainActor private func scrolledLabels(_ count: Int) {
    let scene = ViewScene(), scroll = UIScrollView(frame: scene.window.bounds)
    var last: UIView?
    for i in 0..<count {
        let label = label("label \(i)")
        label.translatesAutoresizingMaskIntoConstraints = false
        scroll.addSubview(label)
        NSLayoutConstraint.activate([
            label.topAnchor.constraint(equalTo: last?.bottomAnchor ?? scroll.topAnchor, constant: 4),
            label.leadingAnchor.constraint(equalTo: scroll.leadingAnchor, constant: 8),
            label.widthAnchor.constraint(equalTo: scroll.widthAnchor, constant: -16),
        ])
        last = label
    }
    last?.bottomAnchor.constraint(equalTo: scroll.bottomAnchor).isActive = true
    scene.add(scroll)
    row("\(count) labels with constraints in a scroll view, a scrolled frame", scrolled(scroll, in: scene), asked: 0.3)
}

@MainActor private func chain(_ count: Int) -> (root: UIView, constraint: NSLayoutConstraint) {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    var last = root.topAnchor, first: NSLayoutConstraint?
    for _ in 0..<count {
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(view)
        let top = view.topAnchor.constraint(equalTo: last, constant: 1)
        first = first ?? top
        NSLayoutConstraint.activate([
            top, view.heightAnchor.constraint(equalToConstant: 3), view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
        ])
        last = view.bottomAnchor
    }
    return (root, first ?? root.heightAnchor.constraint(equalToConstant: 0))
}

@MainActor private func chains() {
    row("1,000 chained views, first", fresh({ chain(1000) }) { $0.root.layoutIfNeeded() }, asked: 120)
    let made = chain(1000)
    made.root.layoutIfNeeded()
    let time = best(10) {
        made.constraint.constant += 1
        made.root.layoutIfNeeded()
    }
    row("1,000 chained views, the first one's constant changed", time, asked: 0.3)
    let last = chain(1000)
    last.root.layoutIfNeeded()
    let height = last.root.subviews.last?.constraints.first { $0.firstAttribute == .height }
    row(
        "1,000 chained views, the last one's height changed",
        best(10) {
            height?.constant += 1
            last.root.layoutIfNeeded()
        }, asked: 0.3)
}

@MainActor private func stack(_ axis: NSLayoutConstraint.Axis, _ views: [UIView]) -> UIStackView {
    let stack = UIStackView(arrangedSubviews: views)
    stack.axis = axis
    return stack
}

@MainActor private func stacks() {
    func first(_ name: String, asked: Double, _ make: @MainActor () -> UIStackView) {
        let time = fresh({
            let view = make()
            view.frame = CGRect(x: 0, y: 0, width: 400, height: 20_000)
            return (ViewScene(), view)
        }) { $0.0.add($0.1) }
        row(name, time, asked: asked)
    }
    first("a stack view of 100 labels, first frame", asked: 8) { stack(.vertical, (0..<100).map { label("label \($0)") }) }
    first("a stack view of 800 labels, first frame", asked: 60) { stack(.vertical, (0..<800).map { label("label \($0)") }) }
    first("160 stack views in each other, first frame", asked: 20) {
        (0..<160).reduce(stack(.vertical, [label("innermost")])) { inner, i in stack(i % 2 == 0 ? .horizontal : .vertical, [inner]) }
    }
    first("400 rows of stack views, first frame", asked: 60) {
        stack(.vertical, (0..<400).map { i in stack(.horizontal, [label("a \(i)"), label("b"), label("c")]) })
    }
    let scene = ViewScene(), outer = stack(.vertical, (0..<100).map { label("label \($0)") })
    outer.frame = CGRect(x: 0, y: 0, width: 400, height: 4000)
    scene.add(outer)
    var isHidden = false
    let time = best(10) {
        isHidden.toggle()
        scene.frame { outer.arrangedSubviews[50].isHidden = isHidden }
    }
    row("a stack view of 100 labels, one hidden or shown", time, asked: 2)
}

@MainActor private func textViews() {
    func view(_ characters: Int) -> UITextView {
        let view = UITextView(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
        let paragraph = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 22) + "\n"
        view.text =
            characters <= 10_000
            ? String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 222)
            : String(repeating: paragraph, count: characters / 991)
        return view
    }
    for (name, count, asked) in [("10 kB", 10_000, 2.0), ("100 kB", 100_000, 2), ("1 MB", 1_000_000, 2), ("10 MB", 10_000_000, 2)] {
        let scene = ViewScene(), opened = fresh(runs: count > 1_000_000 ? 1 : 2, { (ViewScene(), view(count)) }) { $0.0.add($0.1) }
        row("a text view of \(name), first frame", opened, asked: 100)
        let shown = view(count)
        scene.add(shown)
        let runs = count > 100_000 ? 2 : 10
        row("a text view of \(name), a key at the end", best(runs) { scene.frame { shown.insertText("a") } }, asked: asked)
        row("a text view of \(name), a scrolled frame", scrolled(shown, in: scene), asked: 0.5)
        shown.selectedRange = NSRange(location: 40, length: 0)
        row("a text view of \(name), a key in the first line", best(runs) { scene.frame { shown.insertText("a") } }, asked: asked)
    }
}

@MainActor private func labels() {
    func grid() -> [UILabel] {
        (0..<1000).map { i in
            let label = label("label \(i)")
            label.frame = CGRect(x: Double(i % 10) * 40, y: Double(i / 10) * 8, width: 40, height: 8)
            label.font = .systemFont(ofSize: 7)
            return label
        }
    }
    let time = fresh({ (ViewScene(), grid()) }) { made in
        made.0.frame { for label in made.1 { made.0.window.addSubview(label) } }
    }
    row("1,000 labels first shown", time, asked: 50)
    let scene = ViewScene(), shown = grid()
    scene.frame { for label in shown { scene.window.addSubview(label) } }
    var step = 0
    let changed = best(5) {
        step += 1
        scene.frame { for (i, label) in shown.enumerated() { label.text = "text \((i + step * 1000) % 9973)" } }
    }
    row("1,000 labels, all texts changed", changed, asked: 20)
}

private final class Rows: NSObject, UITableViewDataSource, UICollectionViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100_000 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row") ?? UITableViewCell(style: .default, reuseIdentifier: "row")
        cell.textLabel?.text = "row \(indexPath.row)"
        return cell
    }
    var items = 100_000
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { items }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
        cell.backgroundColor = .red
        return cell
    }
}

@MainActor private func tables() {
    let rows = Rows()
    let first = fresh({
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
        table.dataSource = rows
        return (ViewScene(), table)
    }) { $0.0.add($0.1) }
    row("a table of 100,000 rows, first frame", first, asked: 10)
    let collection = { () -> UICollectionView in
        let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 400, height: 800), collectionViewLayout: UICollectionViewFlowLayout())
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
        view.dataSource = rows
        return view
    }
    row("a collection of 100,000 items, first frame", fresh({ (ViewScene(), collection()) }) { $0.0.add($0.1) }, asked: 20)
    let scene = ViewScene(), view = collection()
    rows.items = 4000
    scene.add(view)
    let deleted = best(1) {
        scene.frame {
            rows.items = 3000
            view.deleteItems(at: (0..<1000).map { IndexPath(item: $0 * 3, section: 0) })
        }
    }
    row("1,000 of 4,000 items deleted", deleted, asked: 20)
}

@MainActor private func recognisers(_ count: Int) {
    let scene = ViewScene(), view = UIView(frame: scene.window.bounds)
    for _ in 0..<count { view.addGestureRecognizer(UITapGestureRecognizer()) }
    scene.add(view)
    func touch(_ phase: InputEvent.Phase) {
        scene.host.send(
            InputEvent(time: scene.host.clock.now, .touch(InputEvent.Touch(id: 0, phase, at: CGPoint(x: 100, y: 100)))))
    }
    let time = best(5) {
        touch(.began)
        touch(.ended)
    }
    row("a tap on a view with \(count) recognisers", time, asked: count > 100 ? 4 : 1)
}

@MainActor private func siblings() {
    let count = 16_000
    let inserted = fresh(runs: 1, { UIView() }) { root in for _ in 0..<count { root.insertSubview(UIView(), at: 0) } }
    row("16,000 times insertSubview(at: 0)", inserted, asked: 20)
    let layers = fresh(runs: 1, { CALayer() }) { root in for _ in 0..<count { root.insertSublayer(CALayer(), at: 0) } }
    row("  layers, 16,000 times insertSublayer(at: 0)", layers, asked: 20)
    func filled() -> UIView {
        let root = UIView()
        for _ in 0..<count { root.addSubview(UIView()) }
        return root
    }
    let removed = fresh(runs: 1, filled) { root in for view in root.subviews { view.removeFromSuperview() } }
    row("16,000 views removed in order", removed, asked: 20)
}

@MainActor private func plainLabels() {
    for count in [1000, 5000] {
        let scene = ViewScene(), scroll = UIScrollView(frame: scene.window.bounds)
        for i in 0..<count {
            let label = label("label \(i)")
            label.frame = CGRect(x: 8, y: Double(i) * 20, width: 300, height: 20)
            scroll.addSubview(label)
        }
        scroll.contentSize = CGSize(width: 400, height: count * 20)
        scene.add(scroll)
        row("\(count) labels in a scroll view, a scrolled frame", scrolled(scroll, in: scene), asked: 0.5)
    }
}

/// The first archive of a process is measured apart: Foundation makes a table of classes for it.
@MainActor private func archives(_ count: Int) {
    let root = CALayer()
    for i in 0..<count {
        let layer = CALayer()
        layer.frame = CGRect(x: i, y: i, width: 10, height: 10)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        root.addSublayer(layer)
    }
    let first = best(1) { _ = try? NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false) }
    let again = best(3) { _ = try? NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false) }
    row("an archive of \(count) layers, first", first, asked: Double(count) / 10)
    row("an archive of \(count) layers, again", again, asked: Double(count) / 10)
}

@MainActor private func registrations() {
    let layer = CALayer()
    for i in 0..<3200 {
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.duration = 10
        layer.add(fade, forKey: "\(i)")
    }
    row("3,200 times removeAnimation(forKey:)", best(1) { for i in 0..<3200 { layer.removeAnimation(forKey: "\(i)") } }, asked: 5)
    let links = (0..<16_000).map { _ in
        let link = CADisplayLink { _ in }
        link.add(to: .main, forMode: .common)
        return link
    }
    row("16,000 display links invalidated", best(1) { for link in links { link.invalidate() } }, asked: 10)
}
