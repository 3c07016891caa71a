/// The optional requirements of Apple's protocols.
enum AppleOptionals {
    /// Properties that are read through two question marks.
    static let properties: Set<String> = ["window"]

    static let methods: Set<String> = [
        // UIScrollViewDelegate
        "scrollViewDidScroll(_:)", "scrollViewDidZoom(_:)", "scrollViewWillBeginDragging(_:)",
        "scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)", "scrollViewDidEndDragging(_:willDecelerate:)",
        "scrollViewWillBeginDecelerating(_:)", "scrollViewDidEndDecelerating(_:)", "scrollViewDidEndScrollingAnimation(_:)",
        "viewForZooming(in:)",
        "scrollViewWillBeginZooming(_:with:)", "scrollViewDidEndZooming(_:with:atScale:)", "scrollViewShouldScrollToTop(_:)",
        "scrollViewDidScrollToTop(_:)",
        "scrollViewDidChangeAdjustedContentInset(_:)",
        // UITableViewDataSource, UITableViewDelegate
        "numberOfSections(in:)", "tableView(_:titleForHeaderInSection:)", "tableView(_:titleForFooterInSection:)",
        "tableView(_:canEditRowAt:)",
        "tableView(_:canMoveRowAt:)", "sectionIndexTitles(for:)", "tableView(_:sectionForSectionIndexTitle:at:)",
        "tableView(_:commit:forRowAt:)",
        "tableView(_:moveRowAt:to:)", "tableView(_:willDisplay:forRowAt:)", "tableView(_:willDisplayHeaderView:forSection:)",
        "tableView(_:willDisplayFooterView:forSection:)", "tableView(_:didEndDisplaying:forRowAt:)",
        "tableView(_:didEndDisplayingHeaderView:forSection:)",
        "tableView(_:didEndDisplayingFooterView:forSection:)", "tableView(_:heightForRowAt:)", "tableView(_:heightForHeaderInSection:)",
        "tableView(_:heightForFooterInSection:)", "tableView(_:estimatedHeightForRowAt:)",
        "tableView(_:estimatedHeightForHeaderInSection:)",
        "tableView(_:estimatedHeightForFooterInSection:)", "tableView(_:viewForHeaderInSection:)", "tableView(_:viewForFooterInSection:)",
        "tableView(_:accessoryButtonTappedForRowWith:)", "tableView(_:shouldHighlightRowAt:)", "tableView(_:didHighlightRowAt:)",
        "tableView(_:didUnhighlightRowAt:)", "tableView(_:willSelectRowAt:)", "tableView(_:willDeselectRowAt:)",
        "tableView(_:didSelectRowAt:)",
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
        "collectionView(_:willDisplaySupplementaryView:forElementKind:at:)",
        "collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:)",
        "collectionView(_:transitionLayoutForOldLayout:newLayout:)", "collectionView(_:targetContentOffsetForProposedContentOffset:)",
        "collectionView(_:layout:sizeForItemAt:)", "collectionView(_:layout:insetForSectionAt:)",
        "collectionView(_:layout:minimumLineSpacingForSectionAt:)",
        "collectionView(_:layout:minimumInteritemSpacingForSectionAt:)", "collectionView(_:layout:referenceSizeForHeaderInSection:)",
        "collectionView(_:layout:referenceSizeForFooterInSection:)", "collectionView(_:prefetchItemsAt:)",
        "collectionView(_:cancelPrefetchingForItemsAt:)",
        "tableView(_:prefetchRowsAt:)", "tableView(_:cancelPrefetchingForRowsAt:)",
        // Text
        "textFieldShouldBeginEditing(_:)", "textFieldDidBeginEditing(_:)", "textFieldShouldEndEditing(_:)", "textFieldDidEndEditing(_:)",
        "textFieldDidEndEditing(_:reason:)", "textField(_:shouldChangeCharactersIn:replacementString:)", "textFieldDidChangeSelection(_:)",
        "textFieldShouldClear(_:)", "textFieldShouldReturn(_:)", "textViewShouldBeginEditing(_:)", "textViewShouldEndEditing(_:)",
        "textViewDidBeginEditing(_:)", "textViewDidEndEditing(_:)", "textView(_:shouldChangeTextIn:replacementText:)",
        "textViewDidChange(_:)",
        "textViewDidChangeSelection(_:)", "textView(_:shouldInteractWith:in:interaction:)", "textView(_:shouldInteractWith:in:)",
        "searchBarShouldBeginEditing(_:)", "searchBarTextDidBeginEditing(_:)", "searchBarShouldEndEditing(_:)",
        "searchBarTextDidEndEditing(_:)",
        "searchBar(_:textDidChange:)", "searchBar(_:shouldChangeTextIn:replacementText:)", "searchBarSearchButtonClicked(_:)",
        "searchBarCancelButtonClicked(_:)", "searchBar(_:selectedScopeButtonIndexDidChange:)",
        // Gestures, touches, motion
        "gestureRecognizerShouldBegin(_:)", "gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)",
        "gestureRecognizer(_:shouldRequireFailureOf:)",
        "gestureRecognizer(_:shouldBeRequiredToFailBy:)", "gestureRecognizer(_:shouldReceive:)",
        "collisionBehavior(_:beganContactFor:with:at:)",
        "dynamicAnimatorDidPause(_:)", "dynamicAnimatorWillResume(_:)",
        // Controllers
        "navigationController(_:willShow:animated:)", "navigationController(_:didShow:animated:)",
        "navigationController(_:animationControllerFor:from:to:)", "navigationController(_:interactionControllerFor:)",
        "navigationControllerSupportedInterfaceOrientations(_:)", "navigationControllerPreferredInterfaceOrientationForPresentation(_:)",
        "navigationBar(_:shouldPush:)", "navigationBar(_:didPush:)", "navigationBar(_:shouldPop:)", "navigationBar(_:didPop:)",
        "position(for:)",
        "tabBarController(_:shouldSelect:)", "tabBarController(_:didSelect:)",
        "tabBarController(_:animationControllerForTransitionFrom:to:)",
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
        // AVCapture…Delegate
        "fileOutput(_:didStartRecordingTo:from:)", "metadataOutput(_:didOutput:from:)", "captureOutput(_:didOutput:from:)",
        "captureOutput(_:didDrop:from:)", "photoOutput(_:willBeginCaptureFor:)", "photoOutput(_:willCapturePhotoFor:)",
        "photoOutput(_:didCapturePhotoFor:)", "photoOutput(_:didFinishProcessingPhoto:error:)",
        "photoOutput(_:didFinishCaptureFor:error:)",
        // UILargeContentViewerInteractionDelegate
        "largeContentViewerInteraction(_:didEndOn:at:)", "largeContentViewerInteraction(_:itemAt:)", "viewController(for:)",
        // UITextViewDelegate
        "textView(_:editMenuForTextIn:suggestedActions:)",
        // NSTextStorageDelegate
        "textStorage(_:willProcessEditing:range:changeInLength:)", "textStorage(_:didProcessEditing:range:changeInLength:)",
        // UIActivityItemSource
        "activityViewController(_:subjectForActivityType:)", "activityViewController(_:dataTypeIdentifierForActivityType:)",
        "activityViewController(_:thumbnailImageForActivityType:suggestedSize:)",
        // UIAdaptivePresentationControllerDelegate
        "presentationController(_:prepare:)", "presentationController(_:willPresentWithAdaptiveStyle:transitionCoordinator:)",
        // UIApplicationDelegate
        "application(_:configurationForConnecting:options:)", "application(_:didDiscardSceneSessions:)",
        // UICollectionViewDelegate
        "collectionView(_:contextMenuConfigurationForItemAt:point:)", "collectionView(_:canPerformPrimaryActionForItemAt:)",
        "collectionView(_:performPrimaryActionForItemAt:)", "collectionView(_:shouldShowMenuForItemAt:)",
        "collectionView(_:canPerformAction:forItemAt:withSender:)", "collectionView(_:performAction:forItemAt:withSender:)",
        "collectionView(_:canFocusItemAt:)", "collectionView(_:shouldUpdateFocusIn:)", "collectionView(_:didUpdateFocusIn:with:)",
        "indexPathForPreferredFocusedView(in:)", "collectionView(_:selectionFollowsFocusForItemAt:)",
        "collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)",
        "collectionView(_:targetIndexPathForMoveFromItemAt:toProposedIndexPath:)", "collectionView(_:canEditItemAt:)",
        "collectionView(_:shouldSpringLoadItemAt:with:)", "collectionView(_:shouldBeginMultipleSelectionInteractionAt:)",
        "collectionView(_:didBeginMultipleSelectionInteractionAt:)", "collectionViewDidEndMultipleSelectionInteraction(_:)",
        "collectionView(_:contextMenuConfigurationForItemsAt:point:)",
        "collectionView(_:contextMenuConfiguration:highlightPreviewForItemAt:)",
        "collectionView(_:contextMenuConfiguration:dismissalPreviewForItemAt:)",
        "collectionView(_:previewForHighlightingContextMenuWithConfiguration:)",
        "collectionView(_:previewForDismissingContextMenuWithConfiguration:)",
        "collectionView(_:willPerformPreviewActionForMenuWith:animator:)", "collectionView(_:willDisplayContextMenu:animator:)",
        "collectionView(_:willEndContextMenuInteraction:animator:)",
        // UICollectionViewDragDelegate
        "collectionView(_:itemsForAddingTo:at:point:)", "collectionView(_:dragPreviewParametersForItemAt:)",
        "collectionView(_:dragSessionWillBegin:)", "collectionView(_:dragSessionDidEnd:)",
        "collectionView(_:dragSessionAllowsMoveOperation:)", "collectionView(_:dragSessionIsRestrictedToDraggingApplication:)",
        // UICollectionViewDropDelegate
        "collectionView(_:canHandle:)", "collectionView(_:dropSessionDidEnter:)",
        "collectionView(_:dropSessionDidUpdate:withDestinationIndexPath:)", "collectionView(_:dropSessionDidExit:)",
        "collectionView(_:dropSessionDidEnd:)", "collectionView(_:dropPreviewParametersForItemAt:)",
        // UICollisionBehaviorDelegate
        "collisionBehavior(_:endedContactFor:with:)", "collisionBehavior(_:beganContactFor:withBoundaryIdentifier:at:)",
        "collisionBehavior(_:endedContactFor:withBoundaryIdentifier:)",
        // UIColorPickerViewControllerDelegate
        "colorPickerViewController(_:didSelect:continuously:)", "colorPickerViewControllerDidSelectColor(_:)",
        "colorPickerViewControllerDidFinish(_:)",
        // UIContextMenuInteractionDelegate
        "contextMenuInteraction(_:willDisplayMenuFor:animator:)", "contextMenuInteraction(_:willEndFor:animator:)",
        "contextMenuInteraction(_:willPerformPreviewActionForMenuWith:animator:)",
        "contextMenuInteraction(_:configuration:highlightPreviewForItemWithIdentifier:)",
        "contextMenuInteraction(_:configuration:dismissalPreviewForItemWithIdentifier:)",
        "contextMenuInteraction(_:previewForHighlightingMenuWithConfiguration:)",
        "contextMenuInteraction(_:previewForDismissingMenuWithConfiguration:)",
        // UIDocumentPickerDelegate
        "documentPicker(_:didPickDocumentsAt:)", "documentPicker(_:didPickDocumentAt:)", "documentPickerWasCancelled(_:)",
        // UIDragInteractionDelegate
        "dragInteraction(_:previewForLifting:session:)", "dragInteraction(_:willAnimateLiftWith:session:)",
        "dragInteraction(_:sessionWillBegin:)", "dragInteraction(_:sessionAllowsMoveOperation:)",
        "dragInteraction(_:sessionIsRestrictedToDraggingApplication:)", "dragInteraction(_:prefersFullSizePreviewsFor:)",
        "dragInteraction(_:sessionDidMove:)", "dragInteraction(_:session:willEndWith:)", "dragInteraction(_:session:didEndWith:)",
        "dragInteraction(_:sessionDidTransferItems:)", "dragInteraction(_:itemsForAddingTo:withTouchAt:)",
        "dragInteraction(_:previewForCancelling:withDefault:)", "dragInteraction(_:item:willAnimateCancelWith:)",
        // UIDropInteractionDelegate
        "dropInteraction(_:canHandle:)", "dropInteraction(_:sessionDidEnter:)", "dropInteraction(_:sessionDidUpdate:)",
        "dropInteraction(_:sessionDidExit:)", "dropInteraction(_:performDrop:)", "dropInteraction(_:concludeDrop:)",
        "dropInteraction(_:sessionDidEnd:)", "dropInteraction(_:previewForDropping:withDefault:)",
        "dropInteraction(_:item:willAnimateDropWith:)",
        // UIEditMenuInteractionDelegate
        "editMenuInteraction(_:menuFor:suggestedActions:)", "editMenuInteraction(_:targetRectFor:)",
        "editMenuInteraction(_:willPresentMenuFor:animator:)", "editMenuInteraction(_:willDismissMenuFor:animator:)",
        // UIFontPickerViewControllerDelegate
        "fontPickerViewControllerDidPickFont(_:)", "fontPickerViewControllerDidCancel(_:)",
        // UIPageViewControllerDelegate
        "pageViewController(_:spineLocationFor:)", "pageViewControllerSupportedInterfaceOrientations(_:)",
        "pageViewControllerPreferredInterfaceOrientationForPresentation(_:)",
        // UIPointerInteractionDelegate
        "pointerInteraction(_:regionFor:defaultRegion:)", "pointerInteraction(_:styleFor:)", "pointerInteraction(_:willEnter:animator:)",
        "pointerInteraction(_:willExit:animator:)",
        // UIPopoverPresentationControllerDelegate
        "prepareForPopoverPresentation(_:)", "popoverPresentationController(_:willRepositionPopoverTo:in:)",
        // UIPreviewInteractionDelegate
        "previewInteractionShouldBegin(_:)", "previewInteraction(_:didUpdateCommitTransition:ended:)",
        // UISplitViewControllerDelegate
        "splitViewController(_:willChangeTo:)", "splitViewController(_:willShow:)", "splitViewController(_:willHide:)",
        "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)", "splitViewControllerDidCollapse(_:)",
        "splitViewControllerDidExpand(_:)", "splitViewController(_:show:sender:)", "splitViewController(_:showDetail:sender:)",
        "primaryViewController(forCollapsing:)", "primaryViewController(forExpanding:)", "splitViewController(_:collapseSecondary:onto:)",
        "splitViewController(_:separateSecondaryFrom:)", "splitViewControllerSupportedInterfaceOrientations(_:)",
        "splitViewControllerPreferredInterfaceOrientationForPresentation(_:)",
        // UITabBarControllerDelegate
        "tabBarController(_:willBeginCustomizing:)", "tabBarController(_:willEndCustomizing:changed:)",
        "tabBarController(_:didEndCustomizing:changed:)", "tabBarControllerSupportedInterfaceOrientations(_:)",
        "tabBarControllerPreferredInterfaceOrientationForPresentation(_:)",
        // UITabBarDelegate
        "tabBar(_:willBeginCustomizing:)", "tabBar(_:didBeginCustomizing:)", "tabBar(_:willEndCustomizing:changed:)",
        "tabBar(_:didEndCustomizing:changed:)",
        // UITableViewDelegate
        "tableView(_:editActionsForRowAt:)", "tableView(_:canPerformPrimaryActionForRowAt:)",
        "tableView(_:performPrimaryActionForRowAt:)", "tableView(_:shouldShowMenuForRowAt:)",
        "tableView(_:canPerformAction:forRowAt:withSender:)", "tableView(_:performAction:forRowAt:withSender:)",
        "tableView(_:canFocusRowAt:)", "tableView(_:shouldUpdateFocusIn:)", "tableView(_:didUpdateFocusIn:with:)",
        "indexPathForPreferredFocusedView(in:)", "tableView(_:selectionFollowsFocusForRowAt:)",
        "tableView(_:shouldSpringLoadRowAt:with:)", "tableView(_:shouldBeginMultipleSelectionInteractionAt:)",
        "tableView(_:didBeginMultipleSelectionInteractionAt:)", "tableViewDidEndMultipleSelectionInteraction(_:)",
        "tableView(_:contextMenuConfigurationForRowAt:point:)", "tableView(_:previewForHighlightingContextMenuWithConfiguration:)",
        "tableView(_:previewForDismissingContextMenuWithConfiguration:)", "tableView(_:willPerformPreviewActionForMenuWith:animator:)",
        "tableView(_:willDisplayContextMenu:animator:)", "tableView(_:willEndContextMenuInteraction:animator:)",
        // UITableViewDragDelegate
        "tableView(_:itemsForAddingTo:at:point:)", "tableView(_:dragPreviewParametersForRowAt:)", "tableView(_:dragSessionWillBegin:)",
        "tableView(_:dragSessionDidEnd:)", "tableView(_:dragSessionAllowsMoveOperation:)",
        "tableView(_:dragSessionIsRestrictedToDraggingApplication:)",
        // UITableViewDropDelegate
        "tableView(_:canHandle:)", "tableView(_:dropSessionDidEnter:)", "tableView(_:dropSessionDidUpdate:withDestinationIndexPath:)",
        "tableView(_:dropSessionDidExit:)", "tableView(_:dropSessionDidEnd:)", "tableView(_:dropPreviewParametersForRowAt:)",
        // Pickers
        "pickerView(_:widthForComponent:)", "pickerView(_:rowHeightForComponent:)", "pickerView(_:titleForRow:forComponent:)",
        "pickerView(_:attributedTitleForRow:forComponent:)", "pickerView(_:viewForRow:forComponent:reusing:)",
        "pickerView(_:didSelectRow:inComponent:)",
        "imagePickerController(_:didFinishPickingMediaWithInfo:)", "imagePickerControllerDidCancel(_:)",
        // Animations and layers
        "animationDidStart(_:)", "animationDidStop(_:finished:)", "display(_:)", "draw(_:in:)", "layerWillDraw(_:)", "layoutSublayers(of:)",
        "action(for:forKey:)",
        // The program
        "applicationDidFinishLaunching(_:)", "application(_:willFinishLaunchingWithOptions:)",
        "application(_:didFinishLaunchingWithOptions:)",
        "applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
        "applicationWillEnterForeground(_:)",
        "applicationWillTerminate(_:)", "applicationDidReceiveMemoryWarning(_:)", "application(_:supportedInterfaceOrientationsFor:)",
        "application(_:open:options:)", "application(_:continue:restorationHandler:)", "scene(_:willConnectTo:options:)",
        "sceneDidDisconnect(_:)",
        "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneWillEnterForeground(_:)", "sceneDidEnterBackground(_:)",
        // Loading, parsing, streams: Foundation's
        "urlSession(_:didBecomeInvalidWithError:)", "urlSession(_:didReceive:completionHandler:)",
        "urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)",
        "urlSession(_:task:didReceive:completionHandler:)", "urlSession(_:task:needNewBodyStream:)",
        "urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)", "urlSession(_:task:didCompleteWithError:)",
        "urlSession(_:task:didFinishCollecting:)", "urlSession(_:dataTask:didReceive:completionHandler:)",
        "urlSession(_:dataTask:didBecome:)", "urlSession(_:dataTask:didReceive:)",
        "urlSession(_:dataTask:willCacheResponse:completionHandler:)",
        "urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)",
        "urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)", "parserDidStartDocument(_:)", "parserDidEndDocument(_:)",
        "parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)", "parser(_:didEndElement:namespaceURI:qualifiedName:)",
        "parser(_:foundCharacters:)", "parser(_:foundCDATA:)", "parser(_:parseErrorOccurred:)", "stream(_:handle:)",
        // Objects
        "isEqual(_:)", "accessibilityActivate()",
    ]
}
