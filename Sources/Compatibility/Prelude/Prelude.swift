// The names that every client file compiled by `agate build` can use without an import: those that Apple's Foundation declares and
// Foundation on Linux does not. A declaration of the client takes precedence over each.
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationCompatibility
@_exported import FoundationNetworking
@_exported import FoundationXML
@_exported import ObjectiveCRuntime
