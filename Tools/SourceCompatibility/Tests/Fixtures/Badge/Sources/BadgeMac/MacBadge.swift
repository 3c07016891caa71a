import AppKit

final class MacBadge: NSView {}
