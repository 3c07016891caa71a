/// Methods of Apple's delegate protocols and classes that Agate never calls, and why.
enum UncalledMethods {
    /// Classes that conform to protocols whose methods their subclasses implement.
    static let protocolsOfClasses: [String: [String]] = [
        "UITableViewController": ["UITableViewDelegate", "UITableViewDataSource"],
        "UICollectionViewController": ["UICollectionViewDelegate", "UICollectionViewDataSource"],
        "UITableViewDiffableDataSource": ["UITableViewDataSource"],
        "UICollectionViewDiffableDataSource": ["UICollectionViewDataSource"],
    ]

    static let names = Set(table.flatMap { $0.methods })

    /// Why nothing calls a method of a class of some protocols and ancestors; nil where it may be any method of the class's own.
    static func reason(_ method: String, _ protocols: Set<String>) -> String? {
        table.first { $0.methods.contains(method) && !protocols.isDisjoint(with: $0.protocols) }?.reason
    }

    private static let table: [(protocols: Set<String>, reason: String, methods: Set<String>)] = [
        (
            ["UITableViewDelegate", "UITableViewDataSource"],
            "rows show no controls for editing; offer swipe actions or buttons of your own",
            [
                "tableView(_:canEditRowAt:)", "tableView(_:commit:forRowAt:)", "tableView(_:editingStyleForRowAt:)",
                "tableView(_:titleForDeleteConfirmationButtonForRowAt:)", "tableView(_:shouldIndentWhileEditingRowAt:)",
                "tableView(_:willBeginEditingRowAt:)", "tableView(_:didEndEditingRowAt:)",
            ]
        ),
        (
            ["UIDragInteractionDelegate", "UIDropInteractionDelegate"], "nothing is dragged",
            [
                "dragInteraction(_:itemsForBeginning:)", "dragInteraction(_:previewForLifting:session:)",
                "dropInteraction(_:canHandle:)", "dropInteraction(_:sessionDidUpdate:)", "dropInteraction(_:performDrop:)",
            ]
        ),
        (
            ["UITableViewDragDelegate", "UITableViewDropDelegate"], "nothing is dragged",
            [
                "tableView(_:itemsForBeginning:at:)", "tableView(_:performDropWith:)",
                "tableView(_:dropSessionDidUpdate:withDestinationIndexPath:)",
            ]
        ),
        (
            ["UICollectionViewDragDelegate", "UICollectionViewDropDelegate"], "nothing is dragged",
            [
                "collectionView(_:itemsForBeginning:at:)", "collectionView(_:performDropWith:)",
                "collectionView(_:dropSessionDidUpdate:withDestinationIndexPath:)",
            ]
        ),
        (["UITableViewCell"], "rows show no controls for editing", ["willTransition(to:)", "didTransition(to:)"]),
        (
            ["UITableViewDelegate", "UITableViewDataSource"], "rows are not dragged",
            [
                "tableView(_:canMoveRowAt:)", "tableView(_:moveRowAt:to:)",
                "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)", "tableView(_:shouldSpringLoadRowAt:with:)",
            ]
        ),
        (
            ["UITableViewDelegate", "UITableViewDataSource"], "tables show no index",
            ["sectionIndexTitles(for:)", "tableView(_:sectionForSectionIndexTitle:at:)"]
        ),
        (
            ["UITableViewDelegate"], "menus are not shown",
            [
                "tableView(_:contextMenuConfigurationForRowAt:point:)", "tableView(_:previewForHighlightingContextMenuWithConfiguration:)",
                "tableView(_:previewForDismissingContextMenuWithConfiguration:)",
                "tableView(_:willPerformPreviewActionForMenuWith:animator:)", "tableView(_:willDisplayContextMenu:animator:)",
                "tableView(_:willEndContextMenuInteraction:animator:)", "tableView(_:shouldShowMenuForRowAt:)",
                "tableView(_:canPerformAction:forRowAt:withSender:)", "tableView(_:performAction:forRowAt:withSender:)",
            ]
        ),
        (
            ["UITableViewDelegate"], "there is no focus that remote controls move",
            [
                "tableView(_:canFocusRowAt:)", "tableView(_:shouldUpdateFocusIn:)", "tableView(_:didUpdateFocusIn:with:)",
                "indexPathForPreferredFocusedView(in:)", "tableView(_:selectionFollowsFocusForRowAt:)",
            ]
        ),
        (
            ["UITableViewDelegate"], "two fingers do not select",
            [
                "tableView(_:shouldBeginMultipleSelectionInteractionAt:)", "tableView(_:didBeginMultipleSelectionInteractionAt:)",
                "tableViewDidEndMultipleSelectionInteraction(_:)",
            ]
        ),
        (
            ["UITableViewDataSourcePrefetching"], "nothing is fetched ahead",
            ["tableView(_:prefetchRowsAt:)", "tableView(_:cancelPrefetchingForRowsAt:)"]
        ),
        (
            ["UICollectionViewDataSourcePrefetching"], "nothing is fetched ahead",
            ["collectionView(_:prefetchItemsAt:)", "collectionView(_:cancelPrefetchingForItemsAt:)"]
        ),
        (
            ["UICollectionViewDelegate", "UICollectionViewDelegateFlowLayout", "UICollectionViewDataSource"], "items are not dragged",
            [
                "collectionView(_:canMoveItemAt:)", "collectionView(_:moveItemAt:to:)",
                "collectionView(_:targetIndexPathForMoveFromItemAt:toProposedIndexPath:)",
                "collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)",
                "collectionView(_:shouldSpringLoadItemAt:with:)",
            ]
        ),
        (
            ["UICollectionViewDelegate", "UICollectionViewDelegateFlowLayout", "UICollectionViewDataSource"],
            "collections show no index",
            ["indexTitles(for:)", "collectionView(_:indexPathForIndexTitle:at:)"]
        ),
        (
            ["UICollectionViewDelegate", "UICollectionViewDelegateFlowLayout"], "menus are not shown",
            [
                "collectionView(_:contextMenuConfigurationForItemsAt:point:)",
                "collectionView(_:contextMenuConfiguration:highlightPreviewForItemAt:)",
                "collectionView(_:contextMenuConfiguration:dismissalPreviewForItemAt:)",
                "collectionView(_:willPerformPreviewActionForMenuWith:animator:)",
                "collectionView(_:previewForHighlightingContextMenuWithConfiguration:)",
                "collectionView(_:previewForDismissingContextMenuWithConfiguration:)",
                "collectionView(_:willDisplayContextMenu:animator:)", "collectionView(_:willEndContextMenuInteraction:animator:)",
                "collectionView(_:shouldShowMenuForItemAt:)", "collectionView(_:canPerformAction:forItemAt:withSender:)",
                "collectionView(_:performAction:forItemAt:withSender:)",
            ]
        ),
        (
            ["UICollectionViewDelegate", "UICollectionViewDelegateFlowLayout"], "a change of layout is made by the new layout alone",
            [
                "collectionView(_:transitionLayoutForOldLayout:newLayout:)",
                "collectionView(_:targetContentOffsetForProposedContentOffset:)",
            ]
        ),
        (
            ["UICollectionViewDelegate", "UICollectionViewDelegateFlowLayout"], "there is no focus that remote controls move",
            [
                "collectionView(_:canFocusItemAt:)", "collectionView(_:shouldUpdateFocusIn:)", "collectionView(_:didUpdateFocusIn:with:)",
                "indexPathForPreferredFocusedView(in:)", "collectionView(_:selectionFollowsFocusForItemAt:)",
            ]
        ),
        (
            ["UICollectionViewDelegate", "UICollectionViewDelegateFlowLayout"], "items show no controls for editing",
            [
                "collectionView(_:canEditItemAt:)", "collectionView(_:shouldBeginMultipleSelectionInteractionAt:)",
                "collectionView(_:didBeginMultipleSelectionInteractionAt:)", "collectionViewDidEndMultipleSelectionInteraction(_:)",
            ]
        ),
        (
            ["UIContextMenuInteractionDelegate"], "menus are not shown",
            [
                "contextMenuInteraction(_:configurationForMenuAtLocation:)",
                "contextMenuInteraction(_:previewForHighlightingMenuWithConfiguration:)",
                "contextMenuInteraction(_:previewForDismissingMenuWithConfiguration:)",
                "contextMenuInteraction(_:willPerformPreviewActionForMenuWith:animator:)",
                "contextMenuInteraction(_:willDisplayMenuFor:animator:)", "contextMenuInteraction(_:willEndFor:animator:)",
            ]
        ),
        (
            ["UINavigationControllerDelegate", "UITabBarControllerDelegate", "UIPageViewControllerDelegate"], "screens do not turn",
            [
                "navigationControllerSupportedInterfaceOrientations(_:)",
                "navigationControllerPreferredInterfaceOrientationForPresentation(_:)",
                "tabBarControllerSupportedInterfaceOrientations(_:)", "tabBarControllerPreferredInterfaceOrientationForPresentation(_:)",
                "pageViewController(_:spineLocationFor:)", "pageViewControllerSupportedInterfaceOrientations(_:)",
                "pageViewControllerPreferredInterfaceOrientationForPresentation(_:)",
            ]
        ),
        (
            ["UITabBarControllerDelegate"], "people don't rearrange tabs",
            [
                "tabBarController(_:willBeginCustomizing:)", "tabBarController(_:willEndCustomizing:changed:)",
                "tabBarController(_:didEndCustomizing:changed:)",
            ]
        ),
        (
            ["UIAdaptivePresentationControllerDelegate", "UIPopoverPresentationControllerDelegate"], "presentations do not adapt",
            [
                "adaptivePresentationStyle(for:)", "adaptivePresentationStyle(for:traitCollection:)",
                "presentationController(_:viewControllerForAdaptivePresentationStyle:)",
                "presentationController(_:willPresentWithAdaptiveStyle:transitionCoordinator:)",
                "presentationController(_:prepare:)",
            ]
        ),
        (
            ["UITextFieldDelegate"], "menus are not shown",
            [
                "textField(_:editMenuForCharactersIn:suggestedActions:)", "textField(_:willPresentEditMenuWith:)",
                "textField(_:willDismissEditMenuWith:)",
            ]
        ),
        (
            ["UITextViewDelegate"], "menus are not shown",
            [
                "textView(_:editMenuForTextIn:suggestedActions:)",
                "textView(_:willPresentEditMenuWith:)", "textView(_:willDismissEditMenuWith:)",
                "textView(_:primaryActionFor:defaultAction:)", "textView(_:menuConfigurationFor:defaultMenu:)",
            ]
        ),
        (
            ["UIApplicationDelegate"], "screens do not turn",
            ["application(_:supportedInterfaceOrientationsFor:)"]
        ),
        (
            ["UIApplicationDelegate"], "nothing passes this to a program on Linux",
            [
                "applicationDidReceiveMemoryWarning(_:)", "application(_:open:options:)",
                "application(_:open:sourceApplication:annotation:)",
                "application(_:handleOpen:)", "application(_:continue:restorationHandler:)",
                "application(_:willContinueUserActivityWithType:)", "application(_:didFailToContinueUserActivityWithType:error:)",
                "application(_:performActionFor:completionHandler:)", "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)", "application(_:didReceiveRemoteNotification:)",
                "application(_:performFetchWithCompletionHandler:)",
                "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                "application(_:handleWatchKitExtensionRequest:reply:)", "applicationSignificantTimeChange(_:)",
                "applicationShouldRequestHealthAuthorization(_:)", "applicationProtectedDataDidBecomeAvailable(_:)",
                "applicationProtectedDataWillBecomeUnavailable(_:)", "application(_:didDiscardSceneSessions:)",
                "application(_:shouldSaveApplicationState:)", "application(_:shouldRestoreApplicationState:)",
                "application(_:shouldSaveSecureApplicationState:)", "application(_:shouldRestoreSecureApplicationState:)",
                "application(_:userDidAcceptCloudKitShareWith:)",
            ]
        ),
        (
            ["UIWindowSceneDelegate", "UISceneDelegate"], "nothing passes this to a program on Linux",
            [
                "scene(_:openURLContexts:)", "scene(_:continue:)", "scene(_:willContinueUserActivityWithType:)",
                "scene(_:didFailToContinueUserActivityWithType:error:)", "scene(_:didUpdate:)", "stateRestorationActivity(for:)",
                "windowScene(_:performActionFor:completionHandler:)", "windowScene(_:userDidAcceptCloudKitShareWith:)",
                "scene(_:restoreInteractionStateWith:)",
            ]
        ),
    ]
}
