import QuartzCore

/// The observer of a text storage's changes.
@preconcurrency public protocol NSTextStorageDelegate: NSObjectProtocol {
    /// Called before attributes are fixed after a change; the delegate may still change text and attributes.
    func textStorage(
        _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
        changeInLength delta: Int)
    /// Called after a change; the delegate may change attributes.
    func textStorage(
        _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
        changeInLength delta: Int)
}

extension NSTextStorageDelegate {
    /// Does nothing.
    public func textStorage(
        _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
        changeInLength delta: Int
    ) {}
    /// Does nothing.
    public func textStorage(
        _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
        changeInLength delta: Int
    ) {}
}

/// A text with attributes that tells its layout managers of changes.
open class NSTextStorage: NSMutableAttributedString {
    /// The kinds of changes.
    public struct EditActions: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Attributes changed.
        public static let editedAttributes = EditActions(rawValue: 1)
        /// Characters changed.
        public static let editedCharacters = EditActions(rawValue: 2)
    }

    /// The changes since the last `processEditing()`.
    private struct Changes {
        var mask: EditActions = []
        var range = NSRange(location: NSNotFound, length: 0)
        var delta = 0
        /// The number of `beginEditing()` calls without their end.
        var depth = 0
        /// The number of the class's own methods that are running.
        var running = 0
    }
    private var changes = Changes()

    /// Creates an empty text.
    public init() { super.init(string: "") }
    public override init(string str: String) { super.init(string: str) }
    public override init(string str: String, attributes attrs: [NSAttributedString.Key: Any]? = nil) {
        super.init(string: str, attributes: attrs)
    }
    public override init(attributedString attrStr: NSAttributedString) { super.init(attributedString: attrStr) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The observer of changes; not retained.
    open weak var delegate: (any NSTextStorageDelegate)?
    /// The layout managers of the text.
    open private(set) var layoutManagers: [NSLayoutManager] = []
    /// The kinds of the changes that are not yet processed.
    open var editedMask: EditActions { changes.mask }
    /// The range of the changes that are not yet processed, in the changed text; at `NSNotFound` without any.
    open var editedRange: NSRange { changes.range }
    /// The difference of the lengths after and before the changes that are not yet processed.
    open var changeInLength: Int { changes.delta }

    /// Adds a layout manager, which lays out this text.
    open func addLayoutManager(_ aLayoutManager: NSLayoutManager) {
        guard !layoutManagers.contains(where: { $0 === aLayoutManager }) else { return }
        layoutManagers.append(aLayoutManager)
        aLayoutManager.textStorage = self
    }
    /// Removes a layout manager.
    open func removeLayoutManager(_ aLayoutManager: NSLayoutManager) {
        guard let index = layoutManagers.firstIndex(where: { $0 === aLayoutManager }) else { return }
        layoutManagers.remove(at: index)
        aLayoutManager.textStorage = nil
    }

    /// Records a change. Subclasses call it in their primitive methods. Outside of `beginEditing()` and `endEditing()`, the change is
    /// processed at once.
    /// - Parameters:
    ///   - editedRange: The range before the change.
    ///   - delta: The difference of its length after and before.
    open func edited(_ editedMask: EditActions, range editedRange: NSRange, changeInLength delta: Int) {
        let now = NSRange(location: editedRange.location, length: max(0, editedRange.length + delta))
        changes.mask.formUnion(editedMask)
        changes.delta += delta
        if changes.range.location == NSNotFound {
            changes.range = now
        } else {
            let end = max(NSMaxRange(changes.range) + delta, NSMaxRange(now)), start = min(changes.range.location, now.location)
            changes.range = NSRange(location: start, length: max(0, end - start))
        }
        if changes.depth == 0 { processEditing() }
    }

    /// Calls the delegate, and tells the layout managers of the changes.
    open func processEditing() {
        guard !changes.mask.isEmpty else { return }
        // What the delegate changes belongs to the same changes.
        changes.depth += 1
        delegate?.textStorage(self, willProcessEditing: changes.mask, range: changes.range, changeInLength: changes.delta)
        delegate?.textStorage(self, didProcessEditing: changes.mask, range: changes.range, changeInLength: changes.delta)
        changes.depth -= 1
        let range = changes.range
        (changes.mask, changes.range, changes.delta) = ([], NSRange(location: NSNotFound, length: 0), 0)
        for manager in layoutManagers { manager.textChanged(range) }
    }

    open override func beginEditing() {
        super.beginEditing()
        changes.depth += 1
    }
    open override func endEditing() {
        super.endEditing()
        guard changes.depth > 0 else { return }
        changes.depth -= 1
        if changes.depth == 0 { processEditing() }
    }

    /// Does nothing: attributes are fixed when lines are laid out.
    open func ensureAttributesAreFixed(in range: NSRange) {}
    /// Does nothing: attributes are fixed when lines are laid out.
    open func invalidateAttributes(in range: NSRange) {}
    /// True: attributes are fixed when lines are laid out.
    open var fixesAttributesLazily: Bool { true }

    // MARK: Changes

    /// Makes a change with the methods of the superclass, some of which call others, and records it once.
    private func change(_ mask: EditActions, _ range: NSRange, _ delta: Int, _ body: () -> Void) {
        changes.running += 1
        body()
        changes.running -= 1
        if changes.running == 0 { edited(mask, range: range, changeInLength: delta) }
    }

    private static let everything: EditActions = [.editedCharacters, .editedAttributes]

    open override func replaceCharacters(in range: NSRange, with str: String) {
        change(.editedCharacters, range, str.utf16.count - range.length) { super.replaceCharacters(in: range, with: str) }
    }
    open override func replaceCharacters(in range: NSRange, with attrString: NSAttributedString) {
        change(Self.everything, range, attrString.length - range.length) { super.replaceCharacters(in: range, with: attrString) }
    }
    open override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
        change(.editedAttributes, range, 0) { super.setAttributes(attrs, range: range) }
    }
    open override func addAttribute(_ name: NSAttributedString.Key, value: Any, range: NSRange) {
        change(.editedAttributes, range, 0) { super.addAttribute(name, value: value, range: range) }
    }
    open override func addAttributes(_ attrs: [NSAttributedString.Key: Any] = [:], range: NSRange) {
        change(.editedAttributes, range, 0) { super.addAttributes(attrs, range: range) }
    }
    open override func removeAttribute(_ name: NSAttributedString.Key, range: NSRange) {
        change(.editedAttributes, range, 0) { super.removeAttribute(name, range: range) }
    }
    open override func insert(_ attrString: NSAttributedString, at loc: Int) {
        change(Self.everything, NSRange(location: loc, length: 0), attrString.length) { super.insert(attrString, at: loc) }
    }
    open override func append(_ attrString: NSAttributedString) {
        change(Self.everything, NSRange(location: length, length: 0), attrString.length) { super.append(attrString) }
    }
    open override func deleteCharacters(in range: NSRange) {
        change(.editedCharacters, range, -range.length) { super.deleteCharacters(in: range) }
    }
    open override func setAttributedString(_ attrString: NSAttributedString) {
        change(Self.everything, NSRange(location: 0, length: length), attrString.length - length) {
            super.setAttributedString(attrString)
        }
    }
}
