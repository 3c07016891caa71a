@preconcurrency import Foundation

// The standard streams of C, as `agate build` passes them to functions: on Linux they are variables, which Swift 6 refuses to read.

/// `stdin`.
public var standardInputStream: UnsafeMutablePointer<FILE>! { stdin }
/// `stdout`.
public var standardOutputStream: UnsafeMutablePointer<FILE>! { stdout }
/// `stderr`.
public var standardErrorStream: UnsafeMutablePointer<FILE>! { stderr }
