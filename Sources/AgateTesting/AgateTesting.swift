@_exported import Agate
