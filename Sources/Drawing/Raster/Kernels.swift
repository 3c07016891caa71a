import CKernels

/// The C loops for this processor.
package enum Kernels {
    /// The loops, chosen once on first use.
    nonisolated(unsafe) package static let current: UnsafePointer<agate_kernel_table> = agate_kernels()

    /// Returns the loops of one level, or nil if the processor doesn't support it.
    package static func level(_ level: KernelLevel) -> UnsafePointer<agate_kernel_table>? { agate_kernels_of_level(level.code) }
}

/// The instructions that a set of C loops uses.
package enum KernelLevel: CaseIterable {
    case baseline
    /// AVX2 or NEON.
    case vectors
    /// AVX-512.
    case wideVectors

    package var code: agate_level {
        switch self {
        case .baseline: agate_level_baseline
        case .vectors: agate_level_vectors
        case .wideVectors: agate_level_wide_vectors
        }
    }
}
