/// Apple's methods that sources name in selectors without their labels, or whose Objective-C name is another than Swift's rules give.
enum AppleMethods {
    /// The labels of a method that is named by its base name alone.
    static func labels(of name: String, argumentTypes: [String]?) -> [String] {
        if let known = labelsByName[name] { return known }
        return Array(repeating: "_", count: argumentTypes?.count ?? 0)
    }

    private static let labelsByName: [String: [String]] = [
        "viewWillAppear": ["_"], "viewDidAppear": ["_"], "viewWillDisappear": ["_"], "viewDidDisappear": ["_"], "viewIsAppearing": ["_"],
        "traitCollectionDidChange": ["_"], "endEditing": ["_"], "didMoveToParent": ["toParent"], "willMove": ["toSuperview"],
        "didAddSubview": ["_"],
        "willRemoveSubview": ["_"], "addSubview": ["_"], "setNeedsDisplay": [], "draw": ["_"], "touchesBegan": ["_", "with"],
        "touchesMoved": ["_", "with"],
        "touchesEnded": ["_", "with"], "touchesCancelled": ["_", "with"], "hitTest": ["_", "with"], "point": ["inside", "with"],
        "copy": ["_"],
        "cut": ["_"], "paste": ["_"], "select": ["_"], "selectAll": ["_"], "delete": ["_"], "toggleBoldface": ["_"], "toggleItalics": ["_"],
        "toggleUnderline": ["_"], "pushViewController": ["_", "animated"], "popViewController": ["animated"],
        "present": ["_", "animated", "completion"],
        "dismiss": ["animated", "completion"], "setEditing": ["_", "animated"], "isEqual": ["_"], "action": ["for", "forKey"],
        "display": ["_"],
    ]

    /// Swift names that Apple's headers give to selectors of another form.
    static let selectors: [String: String] = [
        "touchesBegan(_:with:)": "touchesBegan:withEvent:", "touchesMoved(_:with:)": "touchesMoved:withEvent:",
        "touchesEnded(_:with:)": "touchesEnded:withEvent:", "touchesCancelled(_:with:)": "touchesCancelled:withEvent:",
        "hitTest(_:with:)": "hitTest:withEvent:", "point(inside:with:)": "pointInside:withEvent:", "draw(_:)": "drawRect:",
        "tableView(_:didSelectRowAt:)": "tableView:didSelectRowAtIndexPath:",
        "tableView(_:cellForRowAt:)": "tableView:cellForRowAtIndexPath:",
        "tableView(_:heightForRowAt:)": "tableView:heightForRowAtIndexPath:",
        "collectionView(_:didSelectItemAt:)": "collectionView:didSelectItemAtIndexPath:",
        "collectionView(_:cellForItemAt:)": "collectionView:cellForItemAtIndexPath:",
        "collectionView(_:layout:sizeForItemAt:)": "collectionView:layout:sizeForItemAtIndexPath:",
        "scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)": "scrollViewWillEndDragging:withVelocity:targetContentOffset:",
        "gestureRecognizer(_:shouldReceive:)": "gestureRecognizer:shouldReceiveTouch:",
        "gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)": "gestureRecognizer:shouldRecognizeSimultaneouslyWithGestureRecognizer:",
        "animationDidStop(_:finished:)": "animationDidStop:finished:",
        "dismiss(animated:completion:)": "dismissViewControllerAnimated:completion:",
        "present(_:animated:completion:)": "presentViewController:animated:completion:",
        "popViewController(animated:)": "popViewControllerAnimated:",
    ]
}
