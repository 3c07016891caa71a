import Foundation

/// `agate toolset`: installs what clients build against.
struct ToolsetCommand {
    static let help = """
        OVERVIEW: Builds Agate and installs a toolset for swift build --toolset DIR/toolset.json.

        USAGE: agate toolset [--static] [--prefix DIR] [--editor PACKAGE]

        OPTIONS:
          --static               An archive that is linked into programs, instead of a shared library.
          --prefix DIR           Where to install it; the cache if not said. The folder may be moved: the next agate command that is given
                                 it by --agate-toolset corrects the paths in it.
          --editor PACKAGE       Adds the toolset to PACKAGE/.sourcekit-lsp/config.json, so that editors find Agate's modules. For a
                                 package that agate build has built, they also read the lowered copies of files that are not open.
                                 With --agate-toolset DIR, or AGATE_TOOLSET in the environment, nothing is built.
          -c, --configuration C  The build of Agate to install: release (the default) or debug.
          --scratch-path DIR     The build folder; the checkout's own .build if not said.
          --skip-build           Takes what the build folder holds.
          -Xswiftc, -Xcc FLAG    For the build of Agate.
        Prints the path of toolset.json.
        """

    let invocation: Invocation

    func run() throws {
        if let package = invocation.value("--editor"), invocation.value("--prefix") == nil {
            let named = invocation.value("--agate-toolset") ?? ProcessInfo.processInfo.environment["AGATE_TOOLSET"] ?? ""
            if !named.isEmpty {
                let toolset = try Toolset(folder: named)
                try EditorConfiguration.install(toolset, in: Files.absolute(package))
                return print(toolset.file)
            }
        }
        var installer = ToolsetInstaller(checkout: try .find())
        installer.isStatic = invocation.has("--static")
        installer.configuration = invocation.configuration ?? "release"
        installer.scratch = invocation.value("--scratch-path").map(Files.absolute)
        installer.skipBuild = invocation.has("--skip-build")
        installer.arguments = invocation.rest
        let toolset =
            if let prefix = invocation.value("--prefix") {
                try installer.install(in: Files.absolute(prefix))
            } else {
                try installer.cached()
            }
        if let package = invocation.value("--editor") { try EditorConfiguration.install(toolset, in: Files.absolute(package)) }
        print(toolset.file)
    }
}
