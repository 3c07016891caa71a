import CKernels

/// The C loops for this processor.
package enum Kernels {
    /// Chosen once, at first use.
    nonisolated(unsafe) package static let current: UnsafePointer<agate_kernel_table> = agate_kernels()

    /// The loops of one level (0 baseline, 1 AVX2), nil where the processor lacks it.
    package static func level(_ level: Int32) -> UnsafePointer<agate_kernel_table>? { agate_kernels_of_level(level) }
}
