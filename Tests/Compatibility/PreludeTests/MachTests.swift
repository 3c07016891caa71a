import Foundation
import Prelude
import XCTest

/// What performance monitors ask Mach for.
final class MachTests: XCTestCase {
    func testMemory() {
        var info = task_vm_info_data_t()
        var count = mach_msg_type_number_t(MemoryLayout<task_vm_info>.size) / 4
        let result: kern_return_t = withUnsafeMutablePointer(to: &info) {
            $0.withMemoryRebound(to: integer_t.self, capacity: 1) { task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count) }
        }
        XCTAssertEqual(result, KERN_SUCCESS)
        XCTAssertGreaterThan(info.phys_footprint, 1 << 20)
        XCTAssertGreaterThan(info.resident_size, info.phys_footprint)
        XCTAssertGreaterThan(info.virtual_size, info.resident_size)

        var basic = mach_task_basic_info()
        count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size) / 4
        let other = withUnsafeMutablePointer(to: &basic) {
            $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
            }
        }
        XCTAssertEqual(other, KERN_SUCCESS)
        XCTAssertGreaterThan(basic.resident_size, 1 << 20)
        XCTAssertGreaterThan(basic.resident_size_max, 1 << 20)
        var word: integer_t = 0
        count = 1
        XCTAssertEqual(task_info(mach_task_self_, 9999, &word, &count), KERN_INVALID_ARGUMENT)
        XCTAssertEqual(task_info(mach_task_self_ &+ 1, task_flavor_t(TASK_VM_INFO), &word, &count), KERN_INVALID_ARGUMENT)
    }

    func testThreads() {
        var list: thread_act_array_t?, count = mach_msg_type_number_t(0)
        XCTAssertEqual(task_threads(mach_task_self_, &list, &count), KERN_SUCCESS)
        XCTAssertGreaterThan(count, 0)
        let threads = (0..<Int(count)).compactMap { list?[$0] }
        XCTAssertTrue(threads.contains(mach_thread_self()))
        var info = thread_basic_info(), words = mach_msg_type_number_t(THREAD_INFO_MAX)
        let result = withUnsafeMutablePointer(to: &info) {
            $0.withMemoryRebound(to: integer_t.self, capacity: 1) {
                thread_info(mach_thread_self(), thread_flavor_t(THREAD_BASIC_INFO), $0, &words)
            }
        }
        XCTAssertEqual(result, KERN_SUCCESS)
        XCTAssertEqual(info.run_state, TH_STATE_RUNNING)
        XCTAssertEqual(info.flags & TH_FLAGS_IDLE, 0)
        XCTAssertTrue((0...TH_USAGE_SCALE).contains(info.cpu_usage))
        let address = vm_address_t(UInt(bitPattern: list))
        XCTAssertEqual(vm_deallocate(mach_task_self_, address, 0), KERN_SUCCESS)
        // A list is freed once.
        XCTAssertEqual(vm_deallocate(mach_task_self_, address, 0), KERN_INVALID_ARGUMENT)
    }

    func testAtomicOperations() {
        nonisolated(unsafe) let value = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        defer { value.deallocate() }
        value.pointee = 0
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in
            OSAtomicIncrement32(value)
            OSAtomicAdd32Barrier(2, value)
            OSAtomicDecrement32(value)
        }
        XCTAssertEqual(value.pointee, 2000)
        XCTAssertTrue(OSAtomicCompareAndSwap32(2000, 1, value))
        XCTAssertFalse(OSAtomicCompareAndSwap32(2000, 2, value))
        XCTAssertEqual(value.pointee, 1)
        var long: Int64 = 1 << 40
        XCTAssertEqual(OSAtomicAdd64(1, &long), (1 << 40) + 1)
    }
}
