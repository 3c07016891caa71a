import Foundation
import ObjectiveCRuntime

/// An object that creates its data for other programs.
public protocol NSItemProviderWriting: NSObjectProtocol {
    /// The uniform type identifiers of the data, the best first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }
    /// Creates the data of a type, and passes it to a closure.
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping (Data?, (any Error)?) -> Void
    ) -> Progress?
}

/// A class whose objects are created from the data of other programs.
public protocol NSItemProviderReading: NSObjectProtocol {
    /// The uniform type identifiers of the data, the best first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }
    /// Creates an object from data.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// The data of an item in one or several types, which is created when it is loaded.
///
/// The class corresponds to Apple's, which Foundation on Linux lacks. It works within the program: Agate passes no items to others. Types
/// are compared by their identifiers; a type doesn't conform to a more general one. Closures are called at once, on the calling thread.
open class NSItemProvider: NSObject {
    /// A closure that creates data and passes it to its argument.
    public typealias DataLoader = (@escaping (Data?, (any Error)?) -> Void) -> Progress?
    /// The domain of errors.
    public static let errorDomain = "NSItemProviderErrorDomain"

    private var loaders: [(type: String, load: DataLoader)] = []
    private var object: (any NSItemProviderWriting)?
    /// The name of a file for the item; nil by default.
    open var suggestedName: String?

    /// Creates a provider without data.
    public override init() { super.init() }

    /// Creates a provider of an object's data.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    /// Creates a provider of an item; only data and files, by the identifier `public.data`, are loaded.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        guard let data = item as? NSData else { return }
        registerDataRepresentation(forTypeIdentifier: typeIdentifier ?? "public.data", visibility: .all) { completion in
            completion(Data(copying: data), nil)
            return nil
        }
    }

    /// Creates a provider of a file's data. Returns nil if the file can't be read.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let data = try? Data(contentsOf: fileURL) else { return nil }
        self.init(item: data as NSData, typeIdentifier: nil)
        suggestedName = fileURL.lastPathComponent
    }

    /// The programs that may load data.
    public enum RepresentationVisibility: Int, Sendable { case all, team, group, ownProcess }

    /// Adds data of a type.
    open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: RepresentationVisibility, loadHandler: @escaping DataLoader
    ) { loaders.append((typeIdentifier, loadHandler)) }

    /// Adds the data of an object.
    open func registerObject(_ object: any NSItemProviderWriting, visibility: RepresentationVisibility) {
        self.object = object
        for type in Swift.type(of: object).writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) {
                object.loadData(withTypeIdentifier: type, forItemProviderCompletionHandler: $0)
            }
        }
    }

    /// The types of the data, in the order of their registration.
    open var registeredTypeIdentifiers: [String] { loaders.map(\.type) }

    /// Returns whether there is data of a type.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        loaders.contains { $0.type == typeIdentifier || typeIdentifier == "public.item" || typeIdentifier == "public.data" }
    }

    /// Returns whether an object of a class can be created.
    open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        aClass.readableTypeIdentifiersForItemProvider.contains { type in loaders.contains { $0.type == type } }
    }

    /// Loads the data of a type; passes an error if there is none.
    @discardableResult
    open func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping (Data?, (any Error)?) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        let finish: (Data?, (any Error)?) -> Void = { data, error in
            progress.completedUnitCount = 1
            completionHandler(data, error)
        }
        guard let loader = loaders.first(where: { $0.type == typeIdentifier }) else {
            finish(
                nil, CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: "the item has no data of type \(typeIdentifier)"]))
            return progress
        }
        _ = loader.load(finish)
        return progress
    }

    /// Creates an object of a class from the first data that it reads.
    @discardableResult
    open func loadObject(
        ofClass aClass: any NSItemProviderReading.Type, completionHandler: @escaping ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        if let object = object as? any NSItemProviderReading, type(of: object) == aClass {
            completionHandler(object, nil)
            return Progress(totalUnitCount: 1)
        }
        let type = aClass.readableTypeIdentifiersForItemProvider.first { type in loaders.contains { $0.type == type } }
        return loadDataRepresentation(forTypeIdentifier: type ?? "") { data, error in
            guard let data, let type else { return completionHandler(nil, error) }
            do {
                completionHandler(try aClass.object(withItemProviderData: data, typeIdentifier: type), nil)
            } catch { completionHandler(nil, error) }
        }
    }
}

extension NSString: NSItemProviderWriting {
    /// Text in UTF-8.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text"] }
    /// Passes the text in UTF-8.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(String(describing: self).utf8), nil)
        return nil
    }
}

extension NSURL: NSItemProviderWriting {
    /// A URL.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.url"] }
    /// Passes the absolute URL in UTF-8.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(absoluteString.utf8), nil)
        return nil
    }
}
