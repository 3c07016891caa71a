import CKernels

/// The C loops for this processor.
package enum Kernels {
    /// The loops, chosen once on first use.
    nonisolated(unsafe) package static let current: UnsafePointer<agate_kernel_table> = agate_kernels()

    /// Returns the loops of one level (0 baseline, 1 AVX2), or nil if the processor doesn't support it.
    package static func level(_ level: Int32) -> UnsafePointer<agate_kernel_table>? { agate_kernels_of_level(level) }
}
