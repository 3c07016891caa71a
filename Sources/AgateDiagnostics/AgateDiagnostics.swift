// AgateDiagnostics
