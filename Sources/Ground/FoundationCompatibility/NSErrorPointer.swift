import Foundation

/// The place for the error of a function that reports it through its argument.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
