// Runs fuzz targets (Tests/Whole/FuzzTargets). `make fuzz` builds it with libFuzzer, whose driver then chooses the inputs; built as
// everything else, it runs each file given once, and says what it ran: for a look at one input in a debugger.
//
//     fuzz TARGET [libFuzzer's options] CORPUS…
//     fuzz --list
//     fuzz --seeds FOLDER        writes the inputs to start from, and the dictionaries

import Foundation
import FuzzTargets

var arguments = CommandLine.arguments
// libFuzzer starts this program again, with its own arguments alone, where it merges or minimises.
if let again = ProcessInfo.processInfo.environment["AGATE_FUZZ_TARGET"] { arguments.insert(again, at: 1) }
guard arguments.count > 1 else {
    print("fuzz TARGET [files]; targets: " + FuzzTarget.all.map(\.name).joined(separator: " "))
    exit(64)
}
if arguments[1] == "--list" {
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
}
if arguments[1] == "--seeds", arguments.count > 2 {
    for target in FuzzTarget.all {
        let folder = URL(fileURLWithPath: arguments[2]).appendingPathComponent(target.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, seed) in target.cutSeeds.enumerated() { try seed.write(to: folder.appendingPathComponent("seed-\(number)")) }
        if !target.words.isEmpty { try Data(target.dictionary.utf8).write(to: folder.appendingPathExtension("dict")) }
    }
    exit(0)
}
guard let target = FuzzTarget.named(arguments[1]) else {
    print("there is no target \"\(arguments[1])\"")
    exit(64)
}
FuzzTarget.silenceDiagnostics()

#if AGATE_LIBFUZZER
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

setenv("AGATE_FUZZ_TARGET", target.name, 1)
nonisolated(unsafe) var vector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count)
nonisolated(unsafe) var count = Int32(0)
for (index, argument) in arguments.enumerated() where index != 1 {
    vector[Int(count)] = strdup(argument)
    count += 1
}
vector[Int(count)] = nil
nonisolated(unsafe) let body = target.run
exit(
    runDriver(&count, &vector) { bytes, length in
        _ = body(Data(bytes: bytes ?? UnsafePointer(bitPattern: 1)!, count: bytes == nil ? 0 : length))
        return 0
    })
#else
for file in arguments.dropFirst(2) {
    print(file)
    _ = target.run(try Data(contentsOf: URL(fileURLWithPath: file)))
}
#endif
