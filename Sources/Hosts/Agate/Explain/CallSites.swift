import AgateDiagnostics
import Foundation

/// The calling functions of the program. Return addresses are recorded, and names are looked up only on request.
///
/// Names come from the symbols of the program's file. A stripped file has none.
enum CallSites {
    /// The number of callers that are recorded.
    private static let depth: Int32 = 32

    /// Returns the return addresses of the callers, the nearest first.
    static func callers() -> [UInt] {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: Int(depth)) { buffer in
            guard let base = buffer.baseAddress, let count = CLibrary.backtrace?(base, depth) else { return [] }
            return (0..<Int(count)).map { UInt(bitPattern: base[$0]) }
        }
    }

    /// Returns the nearest function of the program itself, which belongs to neither Agate nor a system library. If there is none, as for
    /// changes that UIKit makes by itself, the nearest function of UIKit. Nil if no address has a name.
    static func name(of callers: [UInt]) -> String? {
        var ofUIKit: String?
        for address in callers {
            guard let function = function(at: address) else { continue }
            switch function.owner {
            case .program: return function.name
            case .uiKit: ofUIKit = ofUIKit ?? function.name
            case .engine: break
            }
        }
        return ofUIKit
    }

    // MARK: Names

    fileprivate struct Function: Sendable {
        enum Owner { case program, uiKit, engine }
        var name: String
        var owner: Owner
    }

    private struct State: Sendable {
        var functions: [UInt: Function?] = [:]
        var files: [UInt: SymbolTable?] = [:]
    }
    private static let state = Locked(State())

    /// Returns the function at an address. Results are cached, since many entries share few addresses.
    private static func function(at address: UInt) -> Function? {
        if let known = state.withLock({ $0.functions[address] }) { return known }
        let found = find(address)
        state.withLock { $0.functions[address] = .some(found) }
        return found
    }

    private static func find(_ address: UInt) -> Function? {
        // A return address points after the call instruction.
        guard address > 0, let (name, start) = CLibrary.file(of: address - 1) else { return nil }
        // Libraries of the system and of the language do not belong to the program.
        let file = (name as NSString).lastPathComponent
        if file.hasPrefix("lib") || file.hasPrefix("ld-") || file.hasPrefix("linux-vdso") { return nil }
        let known = state.withLock { $0.files[start] }
        let table: SymbolTable?
        if let known {
            table = known
        } else {
            table = SymbolTable(file: name) ?? SymbolTable(file: "/proc/self/exe")
            state.withLock { $0.files[start] = .some(table) }
        }
        guard let symbol = table?.name(at: address - 1 - start) else { return nil }
        return Function(symbol)
    }

    /// The modules of Agate.
    fileprivate static let engine: Set<String> = [
        "QuartzCore", "Agate", "AgateDiagnostics", "AgateRecording", "AgateInspector", "AgateFormats", "AgateTesting", "CoreGraphics",
        "CoreText", "CoreImage", "ImageIO", "Compositor", "Inspector", "ObjectiveCRuntime", "Prelude", "Raster", "RenderTree",
        "AVFoundation",
    ]
}

extension CallSites.Function {
    /// Nil for functions outside modules, and for thunks between caller and callee.
    fileprivate init?(_ symbol: String) {
        guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") else {
            guard symbol == "main" else { return nil }
            (name, owner) = (symbol, .program)
            return
        }
        guard var text = CLibrary.demangled(symbol) else { return nil }
        // A function that the compiler merged from several identical ones has the name of one of them; its caller is more informative.
        if text.hasPrefix("merged ") || text.hasPrefix("reabstraction thunk ") { return nil }
        for glue in ["partial apply forwarder for ", "partial apply for ", "implicit closure #1 "] where text.hasPrefix(glue) {
            text.removeFirst(glue.count)
        }
        if text.hasPrefix("generic specialization") || text.hasPrefix("function signature specialization"),
            let of = text.range(of: "> of ", options: .backwards)
        {
            text = String(text[of.upperBound...])
        }
        // `A.(B in _0F3A).f()`: the name of a private type contains its file.
        text = text.replacingOccurrences(of: #"\(([^() ]+) in _[0-9A-Za-z]+\)"#, with: "$1", options: .regularExpression)
        // `closure #1 () -> () in A.B.f(x: C) -> D`
        let parts = text.components(separatedBy: " in ")
        var function = parts[parts.count - 1]
        for word in ["static ", "class ", "dispatch thunk of "] where function.hasPrefix(word) { function.removeFirst(word.count) }
        if function.hasPrefix("(extension "), let end = function.range(of: "):") { function = String(function[end.upperBound...]) }
        function = Self.withoutTypes(function)
        let module = function.prefix { $0 != "." && $0 != "(" }
        guard !module.isEmpty, function.contains(".") else { return nil }
        name = (parts.count > 1 ? "a closure in " : "") + function
        owner = module == "UIKit" ? .uiKit : CallSites.engine.contains(String(module)) || module == "Swift" ? .engine : .program
    }

    /// Returns `A.f(x: B.C, D) -> E` as `A.f(x:_:)`.
    private static func withoutTypes(_ function: String) -> String {
        var result = ""
        var depth = 0
        // The label of the current parameter.
        var label = ""
        var hasLabel = false
        var isList = false
        var before: Character = " "
        for character in function {
            defer { before = character }
            switch character {
            case " " where depth == 0: return result
            case "(", "<", "[":
                depth += 1
                if depth == 1, character == "(" { (isList, label, hasLabel) = (true, "", false) }
                if depth == 1, isList { result.append("(") }
            case ")", "]", ">":
                if character == ">", before == "-" { continue }
                depth -= 1
                guard depth == 0, isList else { continue }
                if !label.isEmpty, !hasLabel { result += "_:" }
                result.append(")")
                isList = false
            case ":" where depth == 1 && isList && !hasLabel:
                result += label.trimmingCharacters(in: .whitespaces) + ":"
                hasLabel = true
            case "," where depth == 1 && isList:
                if !hasLabel { result += "_:" }
                (label, hasLabel) = ("", false)
            default:
                if depth == 0 { result.append(character) } else if depth == 1, isList { label.append(character) }
            }
        }
        return result
    }
}

/// Functions of the C library and the Swift runtime that are not declared here.
private enum CLibrary {
    typealias Backtrace = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32
    typealias Address = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
    typealias Demangle =
        @convention(c) (
            UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
        ) -> UnsafeMutablePointer<CChar>?

    /// `Dl_info`: the file's name, its base address, and a symbol's name and address.
    private typealias Place = (file: UnsafePointer<CChar>?, base: UnsafeRawPointer?, symbol: UInt, symbolAddress: UInt)

    static let backtrace = found("backtrace", Backtrace.self)
    private static let address = found("dladdr", Address.self)
    private static let demangle = found("swift_demangle", Demangle.self)

    private static func found<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// Returns the file that contains an address, and its base address.
    static func file(of place: UInt) -> (name: String, start: UInt)? {
        var info: Place = (nil, nil, 0, 0)
        guard let pointer = UnsafeRawPointer(bitPattern: place), let address, address(pointer, &info) != 0, let base = info.base else {
            return nil
        }
        return (info.file.map { String(cString: $0) } ?? "", UInt(bitPattern: base))
    }

    static func demangled(_ symbol: String) -> String? {
        guard let text = demangle?(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
