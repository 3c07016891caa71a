import Foundation

/// The lists of XCTest tests that SwiftPM writes on Linux, made to take tests on the main actor.
///
/// Apple's XCTest calls every test on the main thread, so tests there may be `@MainActor` and say no more. SwiftPM's list for Linux holds
/// the methods themselves: with such a method it does not compile in Swift 6 mode, and ends the program when a test starts in Swift 5 mode.
enum DiscoveredTests {
    /// The lists in a build folder, by path.
    static func lists(in products: String) -> [String: String] {
        let folders = ((try? FileManager.default.contentsOfDirectory(atPath: products)) ?? []).filter {
            $0.hasSuffix("PackageDiscoveredTests.derived")
        }
        var lists: [String: String] = [:]
        for folder in folders {
            for name in Files.below("\(products)/\(folder)", where: { $0.hasSuffix(".swift") && $0 != "all-discovered-tests.swift" }) {
                let path = "\(products)/\(folder)/\(name)"
                if let text = try? Files.text(path) { lists[path] = text }
            }
        }
        return lists
    }

    /// The list with each method in a closure that calls it on the main actor; lines stay where they are.
    static func lowered(_ text: String) -> String {
        var type = "", lines: [Substring] = []
        var result: [String] = []
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            if line.hasPrefix("fileprivate extension "), let end = line.lastIndex(of: "{") {
                type = line[line.index(line.startIndex, offsetBy: 22)..<end].trimmingCharacters(in: .whitespaces)
                result.append(String(line))
            } else if let start = line.range(of: "static nonisolated(unsafe) let __allTests__"), line.hasSuffix(" = [") {
                result.append(
                    "\(line[..<start.lowerBound])\(line[start.lowerBound...].dropLast(4)): [(String, (\(type)) -> () throws -> Void)] = [")
            } else if let entry = Entry(line), !type.isEmpty {
                result.append(entry.lowered(type))
            } else {
                result.append(String(line))
            }
        }
        return result.joined(separator: "\n") + "\nprivate func _agateTestMayThrow() throws {}\n"
    }

    /// A line `("testA", testA),` or `("testA", asyncTest(testA)),`.
    private struct Entry {
        let name: Substring, method: Substring, isAsync: Bool, end: Substring

        init?(_ line: Substring) {
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("(\""), let quote = line.dropFirst(2).firstIndex(of: "\""), let close = line.lastIndex(of: ")") else {
                return nil
            }
            name = line[line.index(line.startIndex, offsetBy: 2)..<quote]
            var value = line[line.index(after: quote)..<close].drop { $0 == "," || $0 == " " }
            isAsync = value.hasPrefix("asyncTest(")
            if isAsync { value = value.dropFirst(10).dropLast() }
            method = value
            end = line[line.index(after: close)...]
        }

        /// One `try` covers the whole tuple, so that tests that throw and tests that don't are called alike without a warning.
        func lowered(_ type: String) -> String {
            let copy = "nonisolated(unsafe) let test = test"
            let call =
                isAsync
                ? "asyncTest({ (test: \(type)) in \(copy); return { _ = try await (test.\(method)(), _agateTestMayThrow()) } })"
                : "{ (test: \(type)) in \(copy); return { _ = try MainActor.assumeIsolated { try (test.\(method)(), _agateTestMayThrow()) } } }"
            return "        (\"\(name)\", \(call))\(end)"
        }
    }
}
