internal import SwiftSyntax

/// Chains of `#if` that ask for all of Apple's systems, with a branch for all others:
///
///     #if os(macOS) || os(iOS) || os(tvOS) || os(watchOS)
///         let time = status.st_mtimespec
///     #else
///         let time = status.st_mtim
///     #endif
///
/// Agate is taken as one of Apple's systems, but the C library is that of Linux. Where the branch for Apple's systems names what only their
/// C library has, and the other one does not, the other one is compiled; and then in the same file in all chains that ask the same, since
/// they fit each other.
enum OtherBranches {
    static func find(in files: [FileContext], _ conditions: Conditions) -> Set<SyntaxIdentifier> {
        files.reduce(into: []) { result, file in
            guard !conditions.policy.conditions.isEmpty, !DarwinNames.all.isDisjoint(with: file.identifiers) else { return }
            let finder = Finder(conditions)
            finder.walk(file.tree)
            if finder.isNeeded { result.formUnion(finder.chains.map(\.id)) }
        }
    }

    private final class Finder: SyntaxVisitor {
        let conditions: Conditions
        var chains: [IfConfigDeclSyntax] = []
        var isNeeded = false

        init(_ conditions: Conditions) {
            self.conditions = conditions
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
            guard let first = node.clauses.first, let condition = first.condition, let last = node.clauses.last, last.condition == nil,
                node.clauses.count == 2, asksForApple(condition)
            else { return .visitChildren }
            chains.append(node)
            if names(first), !names(last), !importsMissing(last) { isNeeded = true }
            return .visitChildren
        }

        /// True on macOS and on iOS, false on all but Apple's systems.
        private func asksForApple(_ condition: ExprSyntax) -> Bool {
            func value(_ systems: Set<String>) -> Bool? {
                var policy = conditions.policy
                for name in ["iOS", "tvOS", "macOS", "OSX", "watchOS", "visionOS", "xrOS", "Linux", "Android", "Windows", "FreeBSD"] {
                    policy.conditions["os(\(name))"] = systems.contains(name)
                }
                let isApple = systems.contains("iOS") || systems.contains("macOS")
                for module in ["Darwin", "ObjectiveC"] { policy.conditions["canImport(\(module))"] = isApple }
                for module in ["Glibc", "Musl"] { policy.conditions["canImport(\(module))"] = !isApple }
                return Conditions(policy: policy, modules: conditions.modules).value(of: condition)
            }
            return value(["iOS"]) == true && value(["macOS", "OSX"]) == true && value(["Linux"]) == false
        }

        private func names(_ clause: IfConfigClauseSyntax) -> Bool {
            clause.elements?.tokens(viewMode: .sourceAccurate).contains { DarwinNames.all.contains($0.text) } ?? false
        }

        private func importsMissing(_ clause: IfConfigClauseSyntax) -> Bool {
            let items = clause.elements?.as(CodeBlockItemListSyntax.self) ?? []
            return items.contains { item in
                guard let module = item.item.as(ImportDeclSyntax.self)?.path.first?.name.text else { return false }
                return !conditions.modules.contains(module) && conditions.policy.replacedModules[module] == nil
            }
        }
    }
}

/// What Darwin's C library has and that of Linux has not, as far as public code uses it.
enum DarwinNames {
    static let all: Set<String> = [
        // Files
        "st_atimespec", "st_mtimespec", "st_ctimespec", "st_birthtimespec", "st_flags", "st_gen", "funopen", "fgetln", "lchflags",
        "chflags",
        "fcopyfile", "copyfile", "clonefile", "getattrlist", "setattrlist", "F_FULLFSYNC", "F_NOCACHE", "F_GETPATH", "F_PREALLOCATE",
        "fstore_t", "O_EVTONLY", "O_EXLOCK", "O_SHLOCK", "O_SYMLINK", "renamex_np", "RENAME_SWAP", "getfsstat", "MNT_NOWAIT",
        // Time
        "mach_absolute_time", "mach_timebase_info", "mach_timebase_info_data_t", "mach_continuous_time", "CLOCK_UPTIME_RAW",
        "clock_gettime_nsec_np",
        // Tasks, threads, locks
        "mach_task_self_", "mach_msg_type_number_t", "task_info", "task_vm_info_data_t", "mach_task_basic_info", "MACH_TASK_BASIC_INFO",
        "TASK_VM_INFO", "host_statistics64", "host_processor_info", "vm_page_size", "vm_statistics64", "thread_info", "mach_thread_self",
        "mach_host_self", "pthread_threadid_np", "pthread_main_np", "pthread_get_stacksize_np", "pthread_get_stackaddr_np",
        "QOS_CLASS_USER_INTERACTIVE", "pthread_set_qos_class_self_np", "OSAtomicIncrement32", "OSAtomicCompareAndSwap32", "OSSpinLock",
        "OSSpinLockLock", "os_unfair_lock_s", "OSMemoryBarrier",
        // Events and the system
        "kqueue", "kevent", "sysctlbyname", "KERN_PROC", "P_TRACED", "kinfo_proc", "malloc_size", "malloc_zone_t", "NSGetExecutablePath",
        "_NSGetExecutablePath", "_NSGetEnviron", "arc4random_stir", "getprogname", "setprogname", "SO_NOSIGPIPE", "sin_len", "sa_len",
        "sockaddr_dl", "LINK_ADDR", "sandbox_init", "proc_pidpath", "_dyld_image_count", "_dyld_get_image_header", "mach_header_64",
        "getsectiondata",
    ]
}
