import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Groups changes of layers into one that is shown atomically, and sets how they animate.
///
/// As in Apple's, every thread has its own stack of transactions. A change outside `begin` and `commit` opens an implicit transaction,
/// which the thread's run loop commits before it waits. A thread whose run loop does not run must call `flush`.
open class CATransaction: NSObject {
    // MARK: Begin and end

    /// Opens a transaction inside the current one.
    open class func begin() {
        let thread = TransactionThread.current
        thread.scopes.append(TransactionScope(isImplicit: false))
        thread.noteBegin()
    }

    /// Ends the innermost transaction opened by `begin`. The outermost one sends its changes to the render tree. Without a `begin`, this
    /// is a no-op with a diagnostic.
    open class func commit() {
        let thread = TransactionThread.current
        guard let scope = thread.scopes.last, !scope.isImplicit, !(thread.isCommitting && thread.scopes.count == 1) else {
            Diagnostic.report("transaction.unbalanced", "CATransaction.commit() was called without begin()")
            return
        }
        if thread.scopes.count == 1 {
            thread.commitOutermost()
        } else {
            if Watch.isOn { Watch.note(.commit) }
            thread.scopes.removeLast()
            scope.group?.close()
            if thread.wantsFlush, thread.hasOnlyImplicit, !thread.isCommitting { thread.commitOutermost() }
        }
    }

    /// Commits the implicit transaction, if one is open. If it contains open explicit transactions, it is committed as soon as they end.
    ///
    /// `flush` then delivers the callbacks for animations that had ended before the thread's last `flush`, if no turn of the run loop has
    /// done so since. A program that makes and draws one tree after another, without a run loop or in one turn of it, therefore does not
    /// keep the trees alive through their completion blocks and delegates.
    open class func flush() {
        let thread = TransactionThread.current
        flush(thread)
        if thread.mayDeliverEnds { thread.callbacks.deliverEnds() }
    }

    private class func flush(_ thread: TransactionThread) {
        guard let outermost = thread.scopes.first, outermost.isImplicit, !thread.isCommitting else { return }
        if Watch.isOn { Watch.note(.flush, thread.scopes.count == 1 ? "" : "waits for the explicit transactions in it") }
        if thread.scopes.count == 1 { thread.commitOutermost() } else { thread.wantsFlush = true }
    }

    /// Acquires the recursive lock of all layers, so that values that were read remain valid until they are used. Meanwhile, every access
    /// to a layer by other threads waits, but frames do not. Hold it briefly.
    open class func lock() { LayerLock.lockByProgram() }
    /// Releases the lock.
    open class func unlock() { LayerLock.unlockByProgram() }

    // MARK: Values

    /// Returns the duration of animations that have none, in seconds; 0.25 if no open transaction sets it.
    open class func animationDuration() -> CFTimeInterval {
        for scope in TransactionThread.current.scopes.reversed() {
            if let duration = scope.duration { return duration }
        }
        return defaultDuration
    }

    /// Sets the duration in the innermost transaction.
    open class func setAnimationDuration(_ dur: CFTimeInterval) {
        setValue(NSNumber(value: dur), forKey: kCATransactionAnimationDuration)
    }

    /// Returns the timing function of animations that have none.
    open class func animationTimingFunction() -> CAMediaTimingFunction? {
        for scope in TransactionThread.current.scopes.reversed() {
            if let function = scope.timingFunction { return function }
        }
        return nil
    }

    /// Sets the timing function in the innermost transaction.
    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        setValue(function, forKey: kCATransactionAnimationTimingFunction)
    }

    /// Returns whether property changes skip the search for actions.
    open class func disableActions() -> Bool { !asksForActions }

    /// Sets whether property changes in the innermost transaction skip the search for actions.
    open class func setDisableActions(_ flag: Bool) {
        setValue(NSNumber(value: flag), forKey: kCATransactionDisableActions)
    }

    /// Returns the block that runs when the animations added after it was set have ended.
    open class func completionBlock() -> (() -> Void)? {
        value(forKey: kCATransactionCompletionBlock) as? () -> Void
    }

    /// Sets the block for the animations that are added from now on in the innermost transaction. It is called once, from the run loop,
    /// when they have all ended or been removed. A block set before remains in effect for the animations that were added under it.
    open class func setCompletionBlock(_ block: (() -> Void)?) {
        let thread = TransactionThread.current
        thread.ensureTransaction()
        let top = thread.scopes.count - 1
        let before = thread.scopes[top].group
        thread.scopes[top].group = block.map { CompletionGroup(block: $0, queue: thread.callbacks) }
        before?.close()
    }

    /// Returns the value of one of Apple's keys or a custom key, from the innermost transaction that has set it.
    open class func value(forKey key: String) -> Any? {
        for scope in TransactionThread.current.scopes.reversed() {
            if let value = scope.value(forKey: key) { return value }
        }
        switch key {
        case kCATransactionAnimationDuration: return NSNumber(value: defaultDuration)
        case kCATransactionDisableActions: return NSNumber(value: false)
        default: return nil
        }
    }

    /// Sets a value in the innermost transaction. Outside `begin` and `commit`, that is the implicit one.
    open class func setValue(_ anObject: Any?, forKey key: String) {
        if key == kCATransactionCompletionBlock {
            setCompletionBlock(anObject as? () -> Void)
            return
        }
        let thread = TransactionThread.current
        thread.ensureTransaction()
        thread.scopes[thread.scopes.count - 1].set(anObject, forKey: key)
    }

    static let defaultDuration = 0.25

    /// True if a property change searches for an action.
    static var asksForActions: Bool { TransactionThread.current.asksForActions }
}
