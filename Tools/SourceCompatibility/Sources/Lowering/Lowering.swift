import Dispatch
internal import SwiftParser
internal import SwiftSyntax

/// Turns sources that were written for Apple's platforms into sources that compile on Linux with Agate.
///
/// A function over texts: it opens no file and keeps nothing. The same texts and policy give the same result.
public enum Lowering {
    public static func lower(_ modules: [SourceModule], policy: LoweringPolicy = LoweringPolicy()) -> LoweringResult {
        let known = policy.availableModules.union(modules.map(\.name)).union(modules.flatMap(\.dependencies))
        var conditions = Conditions(policy: policy, modules: known)
        let inputs = modules.flatMap { module in module.files.map { Input(module: module.name, file: $0) } }
        let files = parse(inputs, known: known, implementers: implementers(modules))
        let parsed = files.compactMap { $0 }

        conditions.others = OtherBranches.find(in: parsed, conditions)

        // First all declarations of all files, then the rules that need several of them, then the rest of each file.
        var collected = collect(parsed, conditions)
        var index = PackageIndex(modules, collected)
        if CutRule.apply(to: parsed, conditions, index) {
            // What is left out is declared no more.
            collected = collect(parsed.filter { !$0.isLeftOut }, conditions)
            index = PackageIndex(modules, collected)
        }
        let names = collected.reduce(into: Set<String>()) { $0.formUnion($1.selectorNames) }
        let tested = collected.reduce(into: Set<String>()) { $0.formUnion($1.testedNames) }
        let context = LoweringContext(conditions: conditions, index: index, files: parsed, selectorNames: names, testedNames: tested)
        let imports = parsed.reduce(into: [String: Set<String>]()) { $0[$1.module, default: []].formUnion($1.imports) }
        for file in parsed where !file.isLeftOut {
            ImportRule.addFrameworks(to: file, conditions, imports[file.module] ?? [])
            ImportRule.addImageIO(to: file, conditions)
            ImportRule.addAVFoundation(to: file, conditions)
            ImportRule.addObservation(to: file, conditions)
            ImportRule.addCoreImage(to: file, conditions)
        }
        UncalledRule.apply(in: context)
        ImportedNameRule.apply(in: context)
        ConformanceRule.apply(in: context)
        InitializerRequirementRule.apply(in: context)
        ExtensionOverrideRule.apply(in: context)
        SelectorTableRule.apply(in: context)
        let shared = Transfer(context)
        _ = concurrentMap(parsed.filter { !$0.isLeftOut }.map(Transfer.init)) { FileLowering($0.value, shared.value).walk($0.value.tree) }
        return result(of: inputs.map(\.file), files)
    }

    private static func collect(_ files: [FileContext], _ conditions: Conditions) -> [Collector] {
        concurrentMap(files.map(Transfer.init)) { file in
            let collector = Collector(file.value, conditions: conditions)
            collector.walk(file.value.tree)
            return Transfer(collector)
        }.map(\.value)
    }

    private struct Input: Sendable {
        let module: String
        let file: SourceFile
    }

    /// The modules that may implement optional methods of another one's protocols: nothing in their texts says so.
    private static func implementers(_ modules: [SourceModule]) -> Set<String> {
        var reached = Set(
            modules.filter { module in
                module.files.contains { file in
                    let bytes = Array(file.text.utf8)
                    return Needles.contains("@objc", in: bytes) && Needles.contains("optional ", in: bytes)
                }
            }.map(\.name))
        while let next = modules.first(where: { !reached.contains($0.name) && !reached.isDisjoint(with: $0.dependencies) }) {
            reached.insert(next.name)
        }
        return reached
    }

    /// The files of the modules that need anything at all; a module of which no file does is not parsed.
    private static func parse(_ inputs: [Input], known: Set<String>, implementers: Set<String>) -> [FileContext?] {
        let whole = known.subtracting(PartialModules.all)
        let looks = concurrentMap(inputs) { input in
            let bytes = Array(input.file.text.utf8), needles = Needles(bytes)
            let isNeedy = implementers.contains(input.module) || needles.found || !needles.imports.isSubset(of: whole)
            return (isNeedy, needles.imports, ImportRule.frameworkWords(needles.imports, bytes))
        }
        // What only other files of the module import counts, too.
        let imports = zip(inputs, looks).reduce(into: [String: Set<String>]()) { $0[$1.0.module, default: []].formUnion($1.1.1) }
        let needy = zip(inputs, looks).map { input, look in
            look.0 || look.2.contains("CoreGraphics") || look.2.contains("UIKit") && imports[input.module]?.contains("UIKit") ?? false
        }
        let modules = Set(zip(inputs, needy).filter(\.1).map(\.0.module))
        var number = 0
        let numbered = inputs.map { input -> (input: Input, number: Int?) in
            guard modules.contains(input.module) else { return (input, nil) }
            number += 1
            return (input, number - 1)
        }
        return concurrentMap(numbered) { input, number -> Transfer<FileContext?> in
            Transfer(
                number.map {
                    FileContext(
                        number: $0, path: input.file.path, bytes: Array(input.file.text.utf8), tree: Parser.parse(source: input.file.text),
                        module: input.module
                    )
                })
        }.map(\.value)
    }

    private static func result(of files: [SourceFile], _ contexts: [FileContext?]) -> LoweringResult {
        var result = LoweringResult()
        for (file, context) in zip(files, contexts) {
            if let context { result.problems += context.isLeftOut ? [] : context.sortedProblems }
            guard let context, let text = context.loweredText() else {
                result.files.append(LoweredFile(path: file.path, text: file.text, changed: false))
                continue
            }
            result.files.append(LoweredFile(path: file.path, text: text, changed: true))
            if !context.isLeftOut {
                for (rule, count) in context.counts { result.ruleCounts[rule, default: [:]][file.path] = count }
            } else {
                let modules = context.missingModules
                result.excluded.append(
                    ExcludedFile(
                        path: file.path, reason: "imports \(modules.joined(separator: ", "))",
                        modules: modules))
            }
        }
        return result
    }

    /// One call for each element, on all cores.
    static func concurrentMap<
        Element: Sendable,
        Value: Sendable
    >(_ elements: [Element], _ transform: @Sendable (Element) -> Value) -> [Value] {
        var values = [Value?](repeating: nil, count: elements.count)
        values.withUnsafeMutableBufferPointer { buffer in
            let slots = Transfer(buffer)
            DispatchQueue.concurrentPerform(iterations: elements.count) { index in slots.value[index] = transform(elements[index]) }
        }
        return values.map { $0! }
    }
}

/// Passes a value that only one thread uses at a time to another one.
struct Transfer<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
