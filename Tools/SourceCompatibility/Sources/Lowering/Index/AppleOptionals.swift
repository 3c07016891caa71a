/// The optional requirements of Apple's protocols.
enum AppleOptionals {
    /// Properties that are read through two question marks.
    static let properties: Set<String> = ["window"]

    static let methods: Set<String> = [
        // UIScrollViewDelegate
        "scrollViewDidScroll(_:)", "scrollViewDidZoom(_:)", "scrollViewWillBeginDragging(_:)",
        "scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)", "scrollViewDidEndDragging(_:willDecelerate:)",
        "scrollViewWillBeginDecelerating(_:)", "scrollViewDidEndDecelerating(_:)", "scrollViewDidEndScrollingAnimation(_:)", "viewForZooming(in:)",
        "scrollViewWillBeginZooming(_:with:)", "scrollViewDidEndZooming(_:with:atScale:)", "scrollViewShouldScrollToTop(_:)", "scrollViewDidScrollToTop(_:)",
        "scrollViewDidChangeAdjustedContentInset(_:)",
        // UITableViewDataSource, UITableViewDelegate
        "numberOfSections(in:)", "tableView(_:titleForHeaderInSection:)", "tableView(_:titleForFooterInSection:)", "tableView(_:canEditRowAt:)",
        "tableView(_:canMoveRowAt:)", "sectionIndexTitles(for:)", "tableView(_:sectionForSectionIndexTitle:at:)", "tableView(_:commit:forRowAt:)",
        "tableView(_:moveRowAt:to:)", "tableView(_:willDisplay:forRowAt:)", "tableView(_:willDisplayHeaderView:forSection:)",
        "tableView(_:willDisplayFooterView:forSection:)", "tableView(_:didEndDisplaying:forRowAt:)", "tableView(_:didEndDisplayingHeaderView:forSection:)",
        "tableView(_:didEndDisplayingFooterView:forSection:)", "tableView(_:heightForRowAt:)", "tableView(_:heightForHeaderInSection:)",
        "tableView(_:heightForFooterInSection:)", "tableView(_:estimatedHeightForRowAt:)", "tableView(_:estimatedHeightForHeaderInSection:)",
        "tableView(_:estimatedHeightForFooterInSection:)", "tableView(_:viewForHeaderInSection:)", "tableView(_:viewForFooterInSection:)",
        "tableView(_:accessoryButtonTappedForRowWith:)", "tableView(_:shouldHighlightRowAt:)", "tableView(_:didHighlightRowAt:)",
        "tableView(_:didUnhighlightRowAt:)", "tableView(_:willSelectRowAt:)", "tableView(_:willDeselectRowAt:)", "tableView(_:didSelectRowAt:)",
        "tableView(_:didDeselectRowAt:)", "tableView(_:editingStyleForRowAt:)", "tableView(_:titleForDeleteConfirmationButtonForRowAt:)",
        "tableView(_:leadingSwipeActionsConfigurationForRowAt:)", "tableView(_:trailingSwipeActionsConfigurationForRowAt:)",
        "tableView(_:shouldIndentWhileEditingRowAt:)", "tableView(_:willBeginEditingRowAt:)", "tableView(_:didEndEditingRowAt:)",
        "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)", "tableView(_:indentationLevelForRowAt:)",
        // UICollectionViewDataSource, UICollectionViewDelegate, UICollectionViewDelegateFlowLayout
        "collectionView(_:viewForSupplementaryElementOfKind:at:)", "collectionView(_:canMoveItemAt:)", "collectionView(_:moveItemAt:to:)",
        "indexTitles(for:)", "collectionView(_:indexPathForIndexTitle:at:)", "collectionView(_:shouldHighlightItemAt:)",
        "collectionView(_:didHighlightItemAt:)", "collectionView(_:didUnhighlightItemAt:)", "collectionView(_:shouldSelectItemAt:)",
        "collectionView(_:shouldDeselectItemAt:)", "collectionView(_:didSelectItemAt:)", "collectionView(_:didDeselectItemAt:)",
        "collectionView(_:willDisplay:forItemAt:)", "collectionView(_:didEndDisplaying:forItemAt:)",
        "collectionView(_:willDisplaySupplementaryView:forElementKind:at:)", "collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:)",
        "collectionView(_:transitionLayoutForOldLayout:newLayout:)", "collectionView(_:targetContentOffsetForProposedContentOffset:)",
        "collectionView(_:layout:sizeForItemAt:)", "collectionView(_:layout:insetForSectionAt:)", "collectionView(_:layout:minimumLineSpacingForSectionAt:)",
        "collectionView(_:layout:minimumInteritemSpacingForSectionAt:)", "collectionView(_:layout:referenceSizeForHeaderInSection:)",
        "collectionView(_:layout:referenceSizeForFooterInSection:)", "collectionView(_:prefetchItemsAt:)", "collectionView(_:cancelPrefetchingForItemsAt:)",
        "tableView(_:prefetchRowsAt:)", "tableView(_:cancelPrefetchingForRowsAt:)",
        // Text
        "textFieldShouldBeginEditing(_:)", "textFieldDidBeginEditing(_:)", "textFieldShouldEndEditing(_:)", "textFieldDidEndEditing(_:)",
        "textFieldDidEndEditing(_:reason:)", "textField(_:shouldChangeCharactersIn:replacementString:)", "textFieldDidChangeSelection(_:)",
        "textFieldShouldClear(_:)", "textFieldShouldReturn(_:)", "textViewShouldBeginEditing(_:)", "textViewShouldEndEditing(_:)",
        "textViewDidBeginEditing(_:)", "textViewDidEndEditing(_:)", "textView(_:shouldChangeTextIn:replacementText:)", "textViewDidChange(_:)",
        "textViewDidChangeSelection(_:)", "textView(_:shouldInteractWith:in:interaction:)", "textView(_:shouldInteractWith:in:)",
        "searchBarShouldBeginEditing(_:)", "searchBarTextDidBeginEditing(_:)", "searchBarShouldEndEditing(_:)", "searchBarTextDidEndEditing(_:)",
        "searchBar(_:textDidChange:)", "searchBar(_:shouldChangeTextIn:replacementText:)", "searchBarSearchButtonClicked(_:)",
        "searchBarCancelButtonClicked(_:)", "searchBar(_:selectedScopeButtonIndexDidChange:)",
        // Gestures, touches, motion
        "gestureRecognizerShouldBegin(_:)", "gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)", "gestureRecognizer(_:shouldRequireFailureOf:)",
        "gestureRecognizer(_:shouldBeRequiredToFailBy:)", "gestureRecognizer(_:shouldReceive:)", "collisionBehavior(_:beganContactFor:with:at:)",
        "dynamicAnimatorDidPause(_:)", "dynamicAnimatorWillResume(_:)",
        // Controllers
        "navigationController(_:willShow:animated:)", "navigationController(_:didShow:animated:)",
        "navigationController(_:animationControllerFor:from:to:)", "navigationController(_:interactionControllerFor:)",
        "navigationControllerSupportedInterfaceOrientations(_:)", "navigationControllerPreferredInterfaceOrientationForPresentation(_:)",
        "navigationBar(_:shouldPush:)", "navigationBar(_:didPush:)", "navigationBar(_:shouldPop:)", "navigationBar(_:didPop:)", "position(for:)",
        "tabBarController(_:shouldSelect:)", "tabBarController(_:didSelect:)", "tabBarController(_:animationControllerForTransitionFrom:to:)",
        "tabBarController(_:interactionControllerFor:)", "tabBar(_:didSelect:)", "animationController(forPresented:presenting:source:)",
        "animationController(forDismissed:)", "interactionControllerForPresentation(using:)", "interactionControllerForDismissal(using:)",
        "presentationController(forPresented:presenting:source:)", "animationEnded(_:)", "interruptibleAnimator(using:)",
        "adaptivePresentationStyle(for:)", "adaptivePresentationStyle(for:traitCollection:)",
        "presentationController(_:viewControllerForAdaptivePresentationStyle:)", "presentationControllerShouldDismiss(_:)",
        "presentationControllerWillDismiss(_:)", "presentationControllerDidDismiss(_:)", "presentationControllerDidAttemptToDismiss(_:)",
        "popoverPresentationControllerShouldDismissPopover(_:)", "popoverPresentationControllerDidDismissPopover(_:)",
        "pageViewController(_:willTransitionTo:)", "pageViewController(_:didFinishAnimating:previousViewControllers:transitionCompleted:)",
        "presentationCount(for:)", "presentationIndex(for:)", "willPresentSearchController(_:)", "didPresentSearchController(_:)",
        "willDismissSearchController(_:)", "didDismissSearchController(_:)",
        // Pickers
        "pickerView(_:widthForComponent:)", "pickerView(_:rowHeightForComponent:)", "pickerView(_:titleForRow:forComponent:)",
        "pickerView(_:attributedTitleForRow:forComponent:)", "pickerView(_:viewForRow:forComponent:reusing:)", "pickerView(_:didSelectRow:inComponent:)",
        "imagePickerController(_:didFinishPickingMediaWithInfo:)", "imagePickerControllerDidCancel(_:)",
        // Animations and layers
        "animationDidStart(_:)", "animationDidStop(_:finished:)", "display(_:)", "draw(_:in:)", "layerWillDraw(_:)", "layoutSublayers(of:)",
        "action(for:forKey:)",
        // The program
        "applicationDidFinishLaunching(_:)", "application(_:willFinishLaunchingWithOptions:)", "application(_:didFinishLaunchingWithOptions:)",
        "applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)", "applicationWillEnterForeground(_:)",
        "applicationWillTerminate(_:)", "applicationDidReceiveMemoryWarning(_:)", "application(_:supportedInterfaceOrientationsFor:)",
        "application(_:open:options:)", "application(_:continue:restorationHandler:)", "scene(_:willConnectTo:options:)", "sceneDidDisconnect(_:)",
        "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneWillEnterForeground(_:)", "sceneDidEnterBackground(_:)",
        // Objects
        "isEqual(_:)", "accessibilityActivate()",
    ]
}
