import Foundation

/// `agate toolset`: installs what clients build against.
struct ToolsetCommand {
    static let help = """
        OVERVIEW: Builds Agate and installs a toolset for swift build --toolset DIR/toolset.json.

        USAGE: agate toolset [--static] [--prefix DIR]

        OPTIONS:
          --static               An archive that is linked into programs, instead of a shared library.
          --prefix DIR           Where to install it; the cache if not said. The folder may be moved: the next agate command that is given
                                 it by --agate-toolset corrects the paths in it.
          -c, --configuration C  The build of Agate to install: release (the default) or debug.
          --scratch-path DIR     The build folder; the checkout's own .build if not said.
          --skip-build           Takes what the build folder holds.
          -Xswiftc, -Xcc FLAG    For the build of Agate.
        Prints the path of toolset.json.
        """

    let invocation: Invocation

    func run() throws {
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
        print(toolset.file)
    }
}
