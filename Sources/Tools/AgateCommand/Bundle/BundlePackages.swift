import Agate
import AgateBatch
import AgateDiagnostics
import Foundation
import ImageIO

extension ProgramBundle {
    /// The fields of a Debian package that its program does not determine.
    struct DebianFields {
        let version: String
        let maintainer: String
        let summary: String
    }

    /// Writes a `.deb` with the program in `/usr/lib/NAME` and a link in `/usr/bin`. `dpkg-deb` compresses it.
    func writeDebianPackage(_ fields: DebianFields, to file: String) throws {
        guard !CompilerProgram.place("dpkg-deb").isEmpty else { throw InputError("dpkg-deb is not in PATH; a .deb needs it") }
        let root = (file as NSString).deletingLastPathComponent + "/.agate-new-\(getpid())-deb", files = FileManager.default
        try? files.removeItem(atPath: root)
        defer { try? files.removeItem(atPath: root) }
        for part in ["DEBIAN", "usr/bin", "usr/lib"] {
            let code = BuildPlace.make("\(root)/\(part)")
            if code != 0 { throw ImageError(file: file, code: code) }
        }
        do {
            try files.copyItem(atPath: folder, toPath: "\(root)/usr/lib/\(name)")
            try files.createSymbolicLink(atPath: "\(root)/usr/bin/\(name)", withDestinationPath: "../lib/\(name)/\(name)")
        } catch { throw ImageError(file: file, code: SystemError.code(of: error) ?? EIO) }
        let package = Self.packageName(name)
        var depends = ["libc6 (>= \(contents.glibc))"]
        if contents.system.contains(where: { $0.hasPrefix("libstdc++") }) { depends.append("libstdc++6") }
        if contents.system.contains(where: { $0.hasPrefix("libgcc_s") }) { depends.append("libgcc-s1") }
        var lines = [
            "Package: \(package)", "Version: \(fields.version)", "Architecture: \(contents.machine)", "Maintainer: \(fields.maintainer)",
            "Installed-Size: \((contents.bytes + 1023) / 1024)", "Depends: \(depends.joined(separator: ", "))",
        ]
        // Loaded when a window opens.
        if contents.libraries.contains(where: { $0.name.hasPrefix("libAgate") }) { lines.append("Recommends: libsdl2-2.0-0") }
        lines += ["Section: misc", "Priority: optional", "Description: \(fields.summary)"]
        try Writer.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: root + "/DEBIAN/control", mode: 0o644)
        for path in ["", "/DEBIAN", "/usr", "/usr/bin", "/usr/lib", "/usr/lib/\(name)", "/usr/lib/\(name)/lib"] {
            chmod(root + path, 0o755)
        }
        let temporary = root + ".deb"
        defer { unlink(temporary) }
        guard try CompilerProgram.call("dpkg-deb", ["--root-owner-group", "-Zxz", "--build", root, temporary]) == 0 else {
            throw InputError("dpkg-deb failed; see its output above")
        }
        guard rename(temporary, file) == 0 else { throw ImageError(file: file, code: errno) }
    }

    /// Returns a name that Debian allows: lowercase letters, digits and hyphens.
    static func packageName(_ name: String) -> String {
        let text = String(name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == ".") ? $0 : "-" })
        return text.count < 2 ? text + "-program" : text
    }

    /// Writes a single file that extracts itself: a script with the bundle as a compressed archive after it. The first run extracts it into
    /// the user's cache folder, in which later runs find it. It needs `sh`, `tail`, `tar` and `gzip`.
    func writeSingleFile(to file: String) throws {
        let temporary = (file as NSString).deletingLastPathComponent + "/.agate-new-\(getpid())-single"
        defer {
            unlink(temporary)
            unlink(temporary + ".tar.gz")
        }
        let place = folder as NSString
        let status = try CompilerProgram.call(
            "tar",
            [
                "-C", place.deletingLastPathComponent, "--sort=name", "--owner=0", "--group=0", "--numeric-owner",
                "--transform=s,^[^/]*,\(name),S", "-I", "gzip -n", "-cf", temporary + ".tar.gz", place.lastPathComponent,
            ])
        guard status == 0, let archive = FileManager.default.contents(atPath: temporary + ".tar.gz") else {
            throw InputError("tar failed; see its output above")
        }
        let hash = XXHash64.text(XXHash64.hash(archive))
        let script = Self.script(name: name, hash: hash)
        try Writer.write(Array(script.utf8) + [UInt8](archive), to: temporary, mode: 0o755)
        guard rename(temporary, file) == 0 else { throw ImageError(file: file, code: errno) }
    }

    /// The script at the beginning. Its number of lines is part of it.
    private static func script(name: String, hash: String) -> String {
        let text = """
            #!/bin/sh
            # A program with its libraries, which the first run extracts into the cache folder. AGATE_EXTRACT=DIR extracts them there and ends.
            set -e
            self=$0
            case $self in */*) ;; *) self=$(command -v -- "$self") ;; esac
            archive() { tail -n +LINES "$self"; }
            fail() { echo "\(name): can't extract to $1" >&2; exit 75; }
            if [ -n "$AGATE_EXTRACT" ]; then
                mkdir -p "$AGATE_EXTRACT" && archive | tar -C "$AGATE_EXTRACT" -xzf - || fail "$AGATE_EXTRACT"
                exit 0
            fi
            case $XDG_CACHE_HOME in /*) cache=$XDG_CACHE_HOME ;; *) cache=${HOME:+$HOME/.cache} ;; esac
            place=$cache/agate/programs/\(name)-\(hash)
            if [ -z "$cache" ] || [ ! -f "$place/\(name)/bundle.json" ]; then
                umask 022
                if [ -n "$cache" ] && mkdir -p "$cache/agate/programs" 2>/dev/null && [ -w "$cache/agate/programs" ]; then
                    new=$(mktemp -d "$place.XXXXXX")
                    trap 'rm -rf "$new"; exit 130' INT TERM HUP
                    archive | tar -C "$new" -xzf - && [ -f "$new/\(name)/bundle.json" ] || { rm -rf "$new"; fail "$place"; }
                    chmod 755 "$new"
                    # Another run may have been faster. Its result is the same.
                    if [ -f "$place/\(name)/bundle.json" ]; then rm -rf "$new"; else rm -rf "$place"; mv "$new" "$place"; fi
                    trap - INT TERM HUP
                else
                    # There is no cache folder: a temporary one, for this run.
                    place=$(mktemp -d)
                    trap 'rm -rf "$place"' EXIT
                    archive | tar -C "$place" -xzf - && [ -f "$place/\(name)/bundle.json" ] || fail "$place"
                    trap 'kill -TERM "$child" 2>/dev/null' INT TERM HUP
                    "$place/\(name)/\(name)" "$@" <&0 & child=$!
                    code=0
                    wait "$child" || code=$?
                    exit "$code"
                fi
            fi
            exec "$place/\(name)/\(name)" "$@"

            """
        return text.replacingOccurrences(of: "LINES", with: String(text.split(separator: "\n", omittingEmptySubsequences: false).count))
    }
}
