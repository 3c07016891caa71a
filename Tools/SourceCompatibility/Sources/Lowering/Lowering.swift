import Dispatch
internal import SwiftParser
internal import SwiftSyntax

/// Turns sources that were written for Apple's platforms into sources that compile on Linux with Agate.
///
/// A function over texts: it opens no file and keeps nothing. The same texts and policy give the same result.
public enum Lowering {
    public static func lower(_ modules: [SourceModule], policy: LoweringPolicy = LoweringPolicy()) -> LoweringResult {
        let known = policy.availableModules.union(modules.map(\.name)).union(modules.flatMap(\.dependencies))
        let conditions = Conditions(policy: policy, modules: known)
        let inputs = modules.flatMap { module in module.files.map { (module: module.name, file: $0) } }
        let contexts = concurrentMap(inputs) { input -> Transfer<FileContext?> in
            let bytes = Array(input.file.text.utf8)
            let needles = Needles(bytes)
            guard needles.found || !needles.imports.isSubset(of: known) else { return Transfer(nil) }
            let tree = Parser.parse(source: input.file.text)
            let context = FileContext(path: input.file.path, bytes: bytes, tree: tree, module: input.module)
            FileLowering(context, conditions: conditions).walk(tree)
            return Transfer(context)
        }
        return result(of: inputs.map(\.file), contexts.map(\.value))
    }

    private static func result(of files: [SourceFile], _ contexts: [FileContext?]) -> LoweringResult {
        var result = LoweringResult()
        for (file, context) in zip(files, contexts) {
            guard let context, let text = context.loweredText() else {
                result.files.append(LoweredFile(path: file.path, text: file.text, changed: false))
                continue
            }
            result.files.append(LoweredFile(path: file.path, text: text, changed: true))
            if context.missingModules.isEmpty {
                for (rule, count) in context.counts { result.ruleCounts[rule, default: [:]][file.path] = count }
                result.problems += context.problems
            } else {
                let modules = context.missingModules
                result.excluded.append(ExcludedFile(path: file.path, reason: "imports \(modules.joined(separator: ", "))", modules: modules))
            }
        }
        return result
    }

    /// One call for each element, on all cores.
    static func concurrentMap<Element: Sendable, Value: Sendable>(_ elements: [Element], _ transform: @Sendable (Element) -> Value) -> [Value] {
        var values = [Value?](repeating: nil, count: elements.count)
        values.withUnsafeMutableBufferPointer { buffer in
            let slots = Transfer(buffer)
            DispatchQueue.concurrentPerform(iterations: elements.count) { index in slots.value[index] = transform(elements[index]) }
        }
        return values.map { $0! }
    }
}

/// Hands a value that only one thread uses at a time to another one.
struct Transfer<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
