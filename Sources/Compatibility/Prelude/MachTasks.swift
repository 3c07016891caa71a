import AgateDiagnostics
import CRuntimeHooks
import Foundation

/// The number of the process, where Mach has a port.
public let mach_task_self_: mach_port_t = mach_port_t(getpid())
/// Returns the number of the process.
public func mach_task_self() -> mach_port_t { mach_task_self_ }
/// Returns the number of the calling thread.
public func mach_thread_self() -> mach_port_t { agate_thread_number() }
/// Returns 0: Linux has no ports.
@discardableResult
public func mach_port_deallocate(_ task: mach_port_t, _ name: mach_port_name_t) -> kern_return_t { KERN_SUCCESS }
/// The size of a page in bytes.
public let vm_page_size: vm_size_t = vm_size_t(sysconf(Int32(_SC_PAGESIZE)))
/// The size of a page in bytes.
public let vm_kernel_page_size: vm_size_t = vm_page_size

/// Frees what ``task_threads(_:_:_:)`` allocated.
@discardableResult
public func vm_deallocate(_ task: mach_port_t, _ address: vm_address_t, _ size: vm_size_t) -> kern_return_t {
    guard address != 0 else { return KERN_SUCCESS }
    let known = lists.withLock { $0.remove(address) != nil }
    guard known else { return KERN_INVALID_ARGUMENT }
    free(UnsafeMutableRawPointer(bitPattern: address))
    return KERN_SUCCESS
}

/// Describes the process: `TASK_VM_INFO`, `MACH_TASK_BASIC_INFO`, `TASK_BASIC_INFO` and `TASK_THREAD_TIMES_INFO`, from what Linux counts.
/// - Returns: `KERN_INVALID_ARGUMENT` for another process, another kind and too few words.
@discardableResult
public func task_info(
    _ task: task_t, _ flavor: task_flavor_t, _ words: task_info_t!, _ count: UnsafeMutablePointer<mach_msg_type_number_t>!
) -> kern_return_t {
    guard task == mach_task_self_, let words, let count else { return KERN_INVALID_ARGUMENT }
    let memory = ProcessMemory(), time = ProcessTime()
    switch Int32(flavor) {
    case TASK_VM_INFO:
        var info = task_vm_info()
        info.virtual_size = memory.all
        info.page_size = integer_t(vm_page_size)
        (info.resident_size, info.resident_size_peak) = (memory.resident, time.peak)
        (info.internal, info.external) = (memory.resident - memory.shared, memory.shared)
        info.phys_footprint = info.internal
        return put(info, words, count)
    case MACH_TASK_BASIC_INFO:
        var info = mach_task_basic_info()
        (info.virtual_size, info.resident_size, info.resident_size_max) = (memory.all, memory.resident, time.peak)
        (info.user_time, info.system_time, info.policy) = (time.user, time.system, 1)
        return put(info, words, count)
    case TASK_BASIC_INFO:
        var info = task_basic_info()
        (info.virtual_size, info.resident_size) = (vm_size_t(memory.all), vm_size_t(memory.resident))
        (info.user_time, info.system_time, info.policy) = (time.user, time.system, 1)
        return put(info, words, count)
    case TASK_THREAD_TIMES_INFO:
        var info = task_thread_times_info()
        (info.user_time, info.system_time) = (time.user, time.system)
        return put(info, words, count)
    default: return KERN_INVALID_ARGUMENT
    }
}

/// Lists the threads of the process. The caller frees the list with ``vm_deallocate(_:_:_:)``.
@discardableResult
public func task_threads(
    _ task: task_t, _ threads: UnsafeMutablePointer<thread_act_array_t?>!, _ count: UnsafeMutablePointer<mach_msg_type_number_t>!
) -> kern_return_t {
    guard task == mach_task_self_, let threads, let count,
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    else { return KERN_FAILURE }
    let numbers = names.compactMap { thread_act_t($0) }.sorted()
    guard let raw = malloc(max(numbers.count, 1) * MemoryLayout<thread_act_t>.stride) else { return KERN_FAILURE }
    let list = raw.bindMemory(to: thread_act_t.self, capacity: numbers.count)
    list.initialize(from: numbers, count: numbers.count)
    lists.withLock { _ = $0.insert(vm_address_t(bitPattern: raw)) }
    threads.pointee = list
    count.pointee = mach_msg_type_number_t(numbers.count)
    return KERN_SUCCESS
}

/// Describes a thread of the process: `THREAD_BASIC_INFO`.
/// - Returns: `KERN_INVALID_ARGUMENT` for a thread that has ended, another kind and too few words.
@discardableResult
public func thread_info(
    _ thread: thread_act_t, _ flavor: thread_flavor_t, _ words: thread_info_t!, _ count: UnsafeMutablePointer<mach_msg_type_number_t>!
) -> kern_return_t {
    guard Int32(flavor) == THREAD_BASIC_INFO, let words, let count,
        let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/schedstat", encoding: .utf8),
        let nanoseconds = text.split(separator: " ").first.flatMap({ Double($0) })
    else { return KERN_INVALID_ARGUMENT }
    var info = thread_basic_info()
    let used = nanoseconds / 1e9, now = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    let old = times.withLock { $0.updateValue((used, now), forKey: thread) } ?? (0, programStart)
    if now > old.1 { info.cpu_usage = integer_t(min(max(used - old.0, 0) / (now - old.1), 1) * Double(TH_USAGE_SCALE)) }
    (info.user_time, info.policy) = (time_value_t(used), 1)
    info.run_state = thread == mach_thread_self() ? TH_STATE_RUNNING : TH_STATE_WAITING
    return put(info, words, count)
}

/// The lists of threads that were not freed yet.
private let lists = Locked<Set<vm_address_t>>([])
/// The time that each thread had used when it was asked for last, and when that was.
private let times = Locked<[thread_act_t: (Double, Double)]>([:])
/// When the first thread was asked for.
private let programStart = Double(DispatchTime.now().uptimeNanoseconds) / 1e9 - 1

private func put<Info>(
    _ info: Info, _ words: UnsafeMutablePointer<integer_t>, _ count: UnsafeMutablePointer<mach_msg_type_number_t>
) -> kern_return_t {
    // A shorter description is what an older program asks for: its words come first.
    let room = Int(count.pointee) * 4, size = MemoryLayout<Info>.size
    guard room > 0 else { return KERN_INVALID_ARGUMENT }
    withUnsafeBytes(of: info) { UnsafeMutableRawPointer(words).copyMemory(from: $0.baseAddress!, byteCount: min(room, size)) }
    count.pointee = mach_msg_type_number_t(min(room, size) / 4)
    return KERN_SUCCESS
}

/// Bytes of memory, of `/proc/self/statm`.
private struct ProcessMemory {
    var all: UInt64 = 0, resident: UInt64 = 0, shared: UInt64 = 0

    init() {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return }
        let pages = text.split(separator: " ").compactMap { UInt64($0) }
        guard pages.count > 2 else { return }
        let size = UInt64(vm_page_size)
        (all, resident, shared) = (pages[0] * size, pages[1] * size, min(pages[2], pages[1]) * size)
    }
}

private struct ProcessTime {
    let user: time_value_t, system: time_value_t
    /// The most bytes of memory so far.
    let peak: UInt64

    init() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func time(_ value: timeval) -> time_value_t { time_value_t(Double(value.tv_sec) + Double(value.tv_usec) / 1e6) }
        (user, system, peak) = (time(usage.ru_utime), time(usage.ru_stime), UInt64(usage.ru_maxrss) * 1024)
    }
}
