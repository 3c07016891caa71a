// `import Agate` provides Apple's API and Agate's own additions: hosts, clocks, diagnostics.
@_exported import AgateDiagnostics
@_exported import QuartzCore
