internal import SwiftParser
internal import SwiftSyntax
import Foundation
import XCTest
@testable import Lowering

/// The text of one file after the rules.
func lowered(_ text: String, policy: LoweringPolicy = LoweringPolicy()) -> String {
    Lowering.lower([SourceModule(name: "Test", files: [SourceFile(path: "test.swift", text: text)])], policy: policy).files[0].text
}

/// The lines of one file after the rules, without what stands behind them.
func loweredLines(_ text: String) -> String {
    let text = lowered(text)
    return text.range(of: "#sourceLocation").map { String(text[..<$0.lowerBound]) } ?? text
}

/// The lines that are left of one file after the rules, without spaces around them.
func kept(_ text: String) -> [String] {
    loweredLines(text).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
}

/// The text of one file after the rules, or nil where they leave it alone.
func change(_ text: String, policy: LoweringPolicy = LoweringPolicy()) -> String? {
    let file = Lowering.lower([SourceModule(name: "Test", files: [SourceFile(path: "test.swift", text: text)])], policy: policy).files[0]
    return file.changed ? file.text : nil
}

/// What the rules could not lower in one file.
func problems(_ text: String) -> [String] {
    Lowering.lower([SourceModule(name: "Test", files: [SourceFile(path: "test.swift", text: text)])]).problems.map(\.description)
}

/// The condition of the first `#if`.
func firstCondition(_ text: String) -> ExprSyntax {
    final class Finder: SyntaxVisitor {
        var found: ExprSyntax?
        override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
            found = found ?? node.condition
            return .skipChildren
        }
    }
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(Parser.parse(source: text))
    return finder.found!
}

/// Lowers modules, compiles them with the fake runtime, runs the last one and gives what it prints. Fails where a rule saw a problem.
func compileAndRun(
    _ modules: [SourceModule], language: String = "5", allowsWarnings: Bool = false, file: StaticString = #filePath, line: UInt = #line
) throws -> String {
    let result = Lowering.lower(modules)
    let problems = result.problems.filter { $0.severity == .error || !allowsWarnings }
    XCTAssertEqual(problems.map(\.description), [], file: file, line: line)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lowering-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try fakeRuntime.write(to: folder.appendingPathComponent("ObjectiveCRuntime.swift"), atomically: true, encoding: .utf8)
    var texts = Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.text) })
    let shared = [
        "-swift-version", language, "-I", folder.path, "-Onone", "-suppress-warnings", "-Xfrontend", "-import-module", "-Xfrontend",
        "ObjectiveCRuntime",
    ]
    var objects: [String] = []
    func compile(_ name: String, _ sources: [String], _ flags: [String]) throws {
        let object = folder.appendingPathComponent("\(name).o").path
        objects.append(object)
        try execute(
            ["swiftc", "-module-name", name, "-emit-module-path", "\(folder.path)/\(name).swiftmodule", "-c", "-wmo", "-o", object] + flags
                + sources, in: folder)
    }
    try compile("ObjectiveCRuntime", ["ObjectiveCRuntime.swift"], ["-swift-version", "6", "-parse-as-library"])
    for module in modules {
        for source in module.files {
            try texts.removeValue(forKey: source.path)!.write(
                to: folder.appendingPathComponent(source.path), atomically: true, encoding: .utf8)
        }
        try compile(
            module.name, module.files.map(\.path), shared + (module.files.contains { $0.path == "main.swift" } ? [] : ["-parse-as-library"])
        )
    }
    try execute(["swiftc", "-o", "program"] + objects, in: folder)
    return try execute([folder.appendingPathComponent("program").path], in: folder)
}

/// Runs a command and gives what it prints.
@discardableResult
private func execute(_ command: [String], in folder: URL) throws -> String {
    struct Failed: Error, CustomStringConvertible { let description: String }
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(description: "\(command.joined(separator: " ")):\n\(output)") }
    return output
}

/// What lowered code calls, as far as the tests need it; the real one is Agate's.
private let fakeRuntime = #"""
    import Foundation
    public struct SelectorArguments {
        public let values: [Any?]
        public struct WrongType: Error {}
        public subscript<T>(index: Int) -> T { get throws {
            if index < values.count, let value = values[index] as? T { return value }
            if let none = Optional<Any>.none as? T { return none }
            throw WrongType()
        } }
    }
    public struct Selector: Hashable, CustomStringConvertible, @unchecked Sendable {
        public let description: String
        nonisolated(unsafe) static var table: [String: [(Any, SelectorArguments) throws -> Any?]] = [:]
        public init(_ name: String) { description = name }
        public init<Target, Result>(_ name: String, of type: Target.Type, _ call: @escaping @MainActor (Target, SelectorArguments) throws -> Result) {
            self.init(name)
            _ = registering(type, call)
        }
        public func registering<Target, Result>(_ type: Target.Type, _ call: @escaping @MainActor (Target, SelectorArguments) throws -> Result) -> Selector {
            let call = unsafeBitCast(call, to: ((Target, SelectorArguments) throws -> Result).self)
            Self.table[description, default: []].append { target, arguments in
                guard let target = target as? Target else { return nil }
                return .some(try call(target, arguments) as Any)
            }
            return self
        }
        public func perform(on target: Any, _ arguments: Any?...) -> Any? {
            for call in Self.table[description] ?? [] { if let result = try? call(target, SelectorArguments(values: arguments)) { return result } }
            return nil
        }
    }
    public protocol SelectorList { static func register() }
    public struct LeftOut: Error {
        public init(_ function: String, needs name: String) {}
        nonisolated(unsafe) public static var reports: [String] = []
        public static func report(_ function: String, needs name: String) { reports.append("\(function) needs \(name)") }
    }
    public protocol KeyValueObserver {}
    nonisolated(unsafe) public var keyValueLog: [String] = []
    extension NSObject {
        public func willChangeValue<T>(forKey key: String, _ value: @autoclosure () -> T) { keyValueLog.append("will \(key) \(value())") }
        public func didChangeValue<T>(forKey key: String, _ value: @autoclosure () -> T) { keyValueLog.append("did \(key) \(value())") }
    }
    extension NSObjectProtocol where Self: NSObject {
        public func responds(to selector: Selector!) -> Bool { false }
        public func observeValue(forKeyPath: String?, of: Any?, change: [String: Any]?, context: UnsafeMutableRawPointer?) { keyValueLog.append("nobody") }
    }
    public func keyPathNamed<Root, Value>(_ path: KeyPath<Root, Value>, _ name: String) -> KeyPath<Root, Value> { keyValueLog.append(name); return path }
    public func keyPathName(_ path: AnyKeyPath, _ name: String) -> String { name }
    @propertyWrapper public struct CAAnimatable<Value> {
        public var wrappedValue: Value
        public let key: String
        public init(wrappedValue: Value, _ key: String) { self.wrappedValue = wrappedValue; self.key = key }
    }
    """#
