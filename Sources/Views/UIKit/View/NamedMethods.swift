import Foundation
import ObjectiveCRuntime
import QuartzCore

/// The methods that programs call by name on views, controllers and the application.
extension UIView: SelectorSource {
    package nonisolated static func registerSelectors() {
        _ = Selector("recursiveDescription", of: UIView.self) { view, _ in view.recursiveDescription() }
    }
}

extension UIViewController: SelectorSource {
    package nonisolated static func registerSelectors() {
        _ = Selector("_printHierarchy", of: UIViewController.self) { controller, _ in controller._printHierarchy() }
    }
}

extension UIApplication: SelectorSource {
    package nonisolated static func registerSelectors() {
        _ = Selector("sharedApplication", of: UIApplication.Type.self) { type, _ in type.shared }
    }
}
