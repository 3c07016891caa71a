enum PicturesCommand {
    static func run(folder: String, out: String?, only: String?) throws -> Bool { true }
}
