import Foundation

/// The result of a function of Mach.
public typealias kern_return_t = Int32
/// A name of a port. Linux has none: tasks and threads are named by their numbers.
public typealias mach_port_t = UInt32
/// The name of a port.
public typealias mach_port_name_t = UInt32
/// The number of the process.
public typealias task_t = mach_port_t
/// The number of a thread.
public typealias thread_t = mach_port_t
/// The number of a thread.
public typealias thread_act_t = mach_port_t
/// The numbers of threads, allocated for the caller.
public typealias thread_act_array_t = UnsafeMutablePointer<thread_act_t>
/// A count of words.
public typealias mach_msg_type_number_t = UInt32
/// A number without sign.
public typealias natural_t = UInt32
/// A word of a description.
public typealias integer_t = Int32
/// The words of a description of the process.
public typealias task_info_t = UnsafeMutablePointer<integer_t>
/// The words of a description of a thread.
public typealias thread_info_t = UnsafeMutablePointer<integer_t>
/// The kind of a description of the process.
public typealias task_flavor_t = natural_t
/// The kind of a description of a thread.
public typealias thread_flavor_t = natural_t
/// A count of bytes.
public typealias vm_size_t = UInt
/// An address.
public typealias vm_address_t = UInt
/// A count of bytes.
public typealias mach_vm_size_t = UInt64
/// An address.
public typealias mach_vm_address_t = UInt64
/// A policy of the scheduler.
public typealias policy_t = Int32

/// The result of a function that did what it was asked for.
public let KERN_SUCCESS: Int32 = 0
/// The result for an argument that is not known.
public let KERN_INVALID_ARGUMENT: Int32 = 4
/// The result of a function that failed.
public let KERN_FAILURE: Int32 = 5
/// The kind of ``task_basic_info``.
public let TASK_BASIC_INFO: Int32 = 18
/// The kind of ``task_thread_times_info``.
public let TASK_THREAD_TIMES_INFO: Int32 = 3
/// The kind of ``mach_task_basic_info``.
public let MACH_TASK_BASIC_INFO: Int32 = 20
/// The kind of ``task_vm_info``.
public let TASK_VM_INFO: Int32 = 22
/// The kind of ``thread_basic_info``.
public let THREAD_BASIC_INFO: Int32 = 3
/// The most words of a description of a thread.
public let THREAD_INFO_MAX: Int32 = 32
/// The most words of a description of the process.
public let TASK_INFO_MAX: Int32 = 1024
/// The value of `cpu_usage` for one whole processor.
public let TH_USAGE_SCALE: Int32 = 1000
/// The state of a thread that runs.
public let TH_STATE_RUNNING: Int32 = 1
/// The state of a thread that was stopped.
public let TH_STATE_STOPPED: Int32 = 2
/// The state of a thread that waits.
public let TH_STATE_WAITING: Int32 = 3
/// The state of a thread that waits for a device.
public let TH_STATE_UNINTERRUPTIBLE: Int32 = 4
/// The state of a thread that was halted.
public let TH_STATE_HALTED: Int32 = 5
/// The flag of a thread that is swapped out.
public let TH_FLAGS_SWAPPED: Int32 = 1
/// The flag of a thread of the system that is idle. Programs on Linux have none.
public let TH_FLAGS_IDLE: Int32 = 2

/// A time of Mach.
public struct time_value_t: Sendable {
    /// Whole seconds.
    public var seconds: integer_t = 0
    /// The rest, in millionths of a second.
    public var microseconds: integer_t = 0
    /// Creates zero.
    public init() {}

    init(_ time: Double) {
        seconds = integer_t(time)
        microseconds = integer_t((time - time.rounded(.down)) * 1e6)
    }
}
/// A time of Mach.
public typealias time_value = time_value_t

/// The memory of the process. What Linux does not count apart is 0.
public struct task_vm_info: Sendable {
    /// The size of the address space in bytes.
    public var virtual_size: mach_vm_size_t = 0
    /// The number of regions: 0.
    public var region_count: integer_t = 0
    /// The size of a page in bytes.
    public var page_size: integer_t = 0
    /// The memory that the process occupies, in bytes, and its peak.
    public var resident_size: mach_vm_size_t = 0, resident_size_peak: mach_vm_size_t = 0
    /// The memory of devices: 0.
    public var device: mach_vm_size_t = 0, device_peak: mach_vm_size_t = 0
    /// The memory of the process alone, in bytes.
    public var `internal`: mach_vm_size_t = 0, internal_peak: mach_vm_size_t = 0
    /// The memory that is shared with files, in bytes.
    public var external: mach_vm_size_t = 0, external_peak: mach_vm_size_t = 0
    /// Memory that can be reused: 0.
    public var reusable: mach_vm_size_t = 0, reusable_peak: mach_vm_size_t = 0
    /// Memory that can be purged: 0.
    public var purgeable_volatile_pmap: mach_vm_size_t = 0, purgeable_volatile_resident: mach_vm_size_t = 0
    /// Memory that can be purged: 0.
    public var purgeable_volatile_virtual: mach_vm_size_t = 0
    /// Compressed memory: 0.
    public var compressed: mach_vm_size_t = 0, compressed_peak: mach_vm_size_t = 0, compressed_lifetime: mach_vm_size_t = 0
    /// The memory of the process alone, in bytes: what is not shared with files.
    public var phys_footprint: mach_vm_size_t = 0
    /// The bounds of the address space: 0.
    public var min_address: mach_vm_address_t = 0, max_address: mach_vm_address_t = 0
    /// Creates a description to be filled in.
    public init() {}
}
/// The memory of the process.
public typealias task_vm_info_data_t = task_vm_info

/// The memory and the time of the process.
public struct mach_task_basic_info: Sendable {
    /// The size of the address space in bytes.
    public var virtual_size: mach_vm_size_t = 0
    /// The memory that the process occupies, in bytes, and its peak.
    public var resident_size: mach_vm_size_t = 0, resident_size_max: mach_vm_size_t = 0
    /// The time in the program, of all threads.
    public var user_time = time_value_t()
    /// The time in the system, of all threads.
    public var system_time = time_value_t()
    /// The policy of new threads: 1.
    public var policy: policy_t = 0
    /// The number of times that the process was suspended: 0.
    public var suspend_count: integer_t = 0
    /// Creates a description to be filled in.
    public init() {}
}
/// The memory and the time of the process.
public typealias mach_task_basic_info_data_t = mach_task_basic_info

/// The memory and the time of the process, in the order of older programs.
public struct task_basic_info: Sendable {
    /// The number of times that the process was suspended: 0.
    public var suspend_count: integer_t = 0
    /// The size of the address space in bytes.
    public var virtual_size: vm_size_t = 0
    /// The memory that the process occupies, in bytes.
    public var resident_size: vm_size_t = 0
    /// The time in the program, of all threads.
    public var user_time = time_value_t()
    /// The time in the system, of all threads.
    public var system_time = time_value_t()
    /// The policy of new threads: 1.
    public var policy: policy_t = 0
    /// Creates a description to be filled in.
    public init() {}
}
/// The memory and the time of the process.
public typealias task_basic_info_data_t = task_basic_info

/// The time of the process.
public struct task_thread_times_info: Sendable {
    /// The time in the program.
    public var user_time = time_value_t()
    /// The time in the system.
    public var system_time = time_value_t()
    /// Creates a description to be filled in.
    public init() {}
}
/// The time of the process.
public typealias task_thread_times_info_data_t = task_thread_times_info

/// The time of a thread.
public struct thread_basic_info: Sendable {
    /// The time in the program and in the system together.
    public var user_time = time_value_t()
    /// The time in the system alone: 0, it is part of `user_time`.
    public var system_time = time_value_t()
    /// The share of a processor since the thread was asked for last, 0 to ``TH_USAGE_SCALE``; since it began at the first time.
    public var cpu_usage: integer_t = 0
    /// The policy of the scheduler: 1.
    public var policy: policy_t = 0
    /// The state: running or waiting.
    public var run_state: integer_t = 0
    /// Flags: none.
    public var flags: integer_t = 0
    /// The number of times that the thread was suspended: 0.
    public var suspend_count: integer_t = 0
    /// The seconds for which the thread has slept: 0.
    public var sleep_time: integer_t = 0
    /// Creates a description to be filled in.
    public init() {}
}
/// The time of a thread.
public typealias thread_basic_info_data_t = thread_basic_info
