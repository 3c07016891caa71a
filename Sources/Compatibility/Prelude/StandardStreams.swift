@preconcurrency import Foundation

// The standard streams of C, as `agate build` writes them where a function takes one: variables on Linux, which Swift 6 refuses to read.

/// `stdin`.
public var standardInputStream: UnsafeMutablePointer<FILE>! { stdin }
/// `stdout`.
public var standardOutputStream: UnsafeMutablePointer<FILE>! { stdout }
/// `stderr`.
public var standardErrorStream: UnsafeMutablePointer<FILE>! { stderr }
