import PackagePlugin

@main struct Words: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let output = context.pluginWorkDirectoryURL.appending(path: "Words.swift")
        let input = target.directoryURL.appending(path: "words.txt")
        return [
            .buildCommand(
                displayName: "Words", executable: try context.tool(named: "word-maker").url, arguments: [input.path, output.path],
                inputFiles: [input], outputFiles: [output])
        ]
    }
}
