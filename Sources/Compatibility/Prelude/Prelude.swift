// What every file of a client sees that `agate build` compiles, without an import: names that Apple's Foundation brings along and
// Foundation on Linux does not. Each loses against a declaration of the client's own.
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationCompatibility
@_exported import FoundationNetworking
@_exported import FoundationXML
@_exported import ObjectiveCRuntime
