// Views over layers: `import UIKit` brings what Apple's does, Foundation, QuartzCore and CoreText included.
@_exported import CoreText
@_exported import Foundation
@_exported import FoundationCompatibility
@_exported import QuartzCore
