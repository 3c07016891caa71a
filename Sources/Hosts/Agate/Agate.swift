// `import Agate` brings Apple's API and what Apple does not have: hosts, clocks, diagnostics.
@_exported import AgateDiagnostics
@_exported import QuartzCore
