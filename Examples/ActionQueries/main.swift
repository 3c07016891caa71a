// What a view answers when its layer asks who animates a change: nothing outside an animation block, an animation inside one.
import ExampleUIKit

final class QueryViewController: UIViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        let layerView = UIView(frame: CGRect(x: 60, y: 20, width: 80, height: 80))
        layerView.backgroundColor = .systemTeal
        view.addSubview(layerView)
        print("Outside: \(describe(layerView.action(for: layerView.layer, forKey: "backgroundColor")))")
        UIView.beginAnimations(nil, context: nil)
        print("Inside: \(describe(layerView.action(for: layerView.layer, forKey: "backgroundColor")))")
        UIView.commitAnimations()
        print("Outside again: \(describe(layerView.action(for: layerView.layer, forKey: "backgroundColor")))")
    }

    private func describe(_ action: (any CAAction)?) -> String {
        switch action {
        case nil: "nil: the search goes on"
        case is NSNull: "null: nothing animates"
        case let animation as CABasicAnimation: "a CABasicAnimation of \(animation.keyPath ?? "nothing")"
        case let other?: "\(type(of: other))"
        }
    }
}

try runExample("ActionQueries", size: CGSize(width: 200, height: 120), columns: 1) {
    QueryViewController()
} script: {
    $0.picture()
}
