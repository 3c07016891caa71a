import Agate
import AgateDiagnostics
import Foundation
import ImageIO

/// The names of films, with placeholders for values of a row.
struct OutputPattern {
    private enum Piece {
        case text(String), column(String), row
    }
    private let pieces: [Piece]
    /// The columns that it mentions.
    let columns: Set<String>

    init(_ text: String, columns known: [String], rows: Int) throws {
        var pieces: [Piece] = [], columns: Set<String> = [], rest = text[...]
        let index = NameIndex(known)
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { throw FilmInputError("\(text): a { has no matching }") }
            pieces.append(.text(String(rest[..<open])))
            let name = String(rest[rest.index(after: open)..<close])
            if index[name] != nil {
                pieces.append(.column(name))
                columns.insert(name)
            } else if name == "row" {
                pieces.append(.row)
            } else {
                throw FilmInputError("\(text): the table has no column \"\(name)\"; the columns are \(known.joinedBriefly)")
            }
            rest = rest[rest.index(after: close)...]
        }
        pieces.append(.text(String(rest)))
        guard pieces.count > 1 || rows <= 1 else {
            throw FilmInputError("\(text): \(rows) films need different names, such as {row}.mp4 or {\(known.first ?? "id")}.mp4")
        }
        (self.pieces, self.columns) = (pieces, columns)
    }

    func path(_ row: DataRow) throws -> String {
        try pieces.map { piece in
            switch piece {
            case .text(let text): return text
            case .row: return "\(row.number)"
            case .column(let name):
                let value = (row[name] ?? "").trimmingCharacters(in: .whitespaces)
                if value.isEmpty { throw FilmInputError("\(name) is empty, but the film's name depends on it") }
                guard value != ".", value != "..", value.utf8.count <= 200, !value.hasPrefix("."),
                    !value.unicodeScalars.contains(where: { $0 == "/" || $0 == "%" || $0.value < 32 })
                else {
                    throw FilmInputError("\(name): \"\(value)\" can't be part of a file name")
                }
                return value
            }
        }.joined()
    }

    func makeFolder(_ path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw FilmError(ImageError(file: folder.relativePath, code: SystemError.code(of: error) ?? EACCES))
        }
    }
}

extension [String] {
    /// The names separated by commas; if there are very many, the first ones and the number of the others.
    package var joinedBriefly: String {
        count <= 30 ? joined(separator: ", ") : "\(prefix(20).joined(separator: ", ")) and \(count - 20) more"
    }
}
