import AgateDiagnostics
import FoundationCompatibility
import QuartzCore

// Drag and drop between views and programs. Agate begins no drags: the declarations exist for source compatibility, interactions are
// stored, and the first one that is added to a view reports one diagnostic.

/// An object of a drag, with the data that it offers.
@preconcurrency @MainActor open class UIDragItem: NSObject {
    /// The representations of the data.
    public let itemProvider: NSItemProvider
    /// A value for the program that dragged the item; nil by default.
    open var localObject: Any?
    /// A closure that returns the preview; nil, the default, for the dragged view.
    open var previewProvider: (() -> UIDragPreview?)?

    /// Creates an item.
    public init(itemProvider: NSItemProvider) {
        self.itemProvider = itemProvider
        super.init()
    }

    /// Does nothing, because nothing is dragged.
    open func setNeedsDropPreviewUpdate() {}
}

/// The shape and the background of a preview.
@preconcurrency @MainActor open class UIDragPreviewParameters: UIPreviewParameters {}

/// The preview of a dragged item.
@preconcurrency @MainActor open class UIDragPreview: NSObject {
    /// The view of the preview.
    public let view: UIView
    /// The parameters of the preview.
    public let parameters: UIDragPreviewParameters

    /// Creates a preview of a view, with default parameters.
    public convenience init(view: UIView) { self.init(view: view, parameters: UIDragPreviewParameters()) }

    /// Creates a preview of a view.
    public init(view: UIView, parameters: UIDragPreviewParameters) {
        (self.view, self.parameters) = (view, parameters)
        super.init()
    }
}

/// The center and the transform of a preview.
@preconcurrency @MainActor open class UIDragPreviewTarget: UIPreviewTarget {}

/// A preview of a dragged item with its place.
@preconcurrency @MainActor open class UITargetedDragPreview: UITargetedPreview {}

/// The properties that drags and drops have in common.
@preconcurrency @MainActor public protocol UIDragDropSession: NSObjectProtocol {
    /// The dragged items.
    var items: [UIDragItem] { get }
    /// A Boolean value that indicates whether the items may be moved instead of copied.
    var allowsMoveOperation: Bool { get }
    /// A Boolean value that indicates whether only the program itself may receive the items.
    var isRestrictedToDraggingApplication: Bool { get }
    /// Returns the place of the drag in a view.
    func location(in view: UIView) -> CGPoint
    /// Returns whether some item has data of one of the uniform type identifiers.
    func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
    /// Returns whether some item can create an object of a class.
    func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool
}

/// A drag at its source. There are none on Agate.
@preconcurrency @MainActor public protocol UIDragSession: UIDragDropSession {
    /// A value for the program that began the drag.
    var localContext: Any? { get set }
}

/// A drag over a view that may receive it. There are none on Agate.
@preconcurrency @MainActor public protocol UIDropSession: UIDragDropSession {
    /// The drag, if it began in this program.
    var localDragSession: (any UIDragSession)? { get }
    /// The looks of the progress of a drop.
    var progressIndicatorStyle: UIDropSessionProgressIndicatorStyle { get set }
    /// The progress of loading the items.
    var progress: Progress { get }
    /// Loads an object from each item that can create one.
    func loadObjects(ofClass aClass: any NSItemProviderReading.Type, completion: @escaping ([any NSItemProviderReading]) -> Void)
        -> Progress
}

/// The looks of the progress of a drop.
public enum UIDropSessionProgressIndicatorStyle: UInt, Sendable { case none, `default` }

/// The treatment of dragged items by a view.
public enum UIDropOperation: UInt, Sendable { case cancel, forbidden, copy, move }

/// The response of a view to a drag over it.
@preconcurrency @MainActor open class UIDropProposal: NSObject {
    /// The treatment of the items.
    public let operation: UIDropOperation
    /// A Boolean value that indicates whether the place is more exact than a finger; false by default.
    open var isPrecise = false
    /// A Boolean value that indicates whether previews show at their full size; false by default.
    open var prefersFullSizePreview = false

    /// Creates a response.
    public init(operation: UIDropOperation) {
        self.operation = operation
        super.init()
    }
}

/// The animation of a drag. There are none on Agate.
@preconcurrency @MainActor public protocol UIDragAnimating: NSObjectProtocol {
    /// Adds an animation.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a closure that is called after the animation.
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
}

/// A drag over an item that might open. There are none on Agate.
@preconcurrency @MainActor public protocol UISpringLoadedInteractionContext: NSObjectProtocol {
    /// The view that would open.
    var targetView: UIView? { get set }
    /// The item that would open.
    var targetItem: Any? { get set }
    /// Returns the place of the drag in a view.
    func location(in view: UIView?) -> CGPoint
}

/// An object that opens when a drag rests on it. Stored only: nothing is dragged.
@preconcurrency @MainActor public protocol UISpringLoadedInteractionSupporting: NSObjectProtocol {
    /// A Boolean value that indicates whether a drag opens the object.
    var isSpringLoaded: Bool { get set }
}

enum Dragging {
    /// Reports once that nothing is dragged.
    static func refuse() {
        Diagnostic.reportOnce("drag.unsupported", key: "", "a view offers or receives drags; drag and drop is not supported")
    }
}
