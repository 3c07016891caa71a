@_exported import QuartzCore
@_exported import CoreText
