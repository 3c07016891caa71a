import UIKit

/// A walk in the hills.
struct Trail: Hashable {
    let id: Int
    let name: String
    let region: String
    /// Kilometres.
    let length: Double
    /// Metres above the sea, at equal distances along the way.
    let heights: [Double]
    let hue: CGFloat

    var climb: Double { zip(heights, heights.dropFirst()).reduce(0) { $0 + max(0, $1.1 - $1.0) } }
    var hours: Double { length / 4 + climb / 400 }
    var low: Double { heights.min() ?? 0 }
    var range: Double { max((heights.max() ?? 0) - low, 1) }

    static let all: [Trail] = {
        let places: [(String, String, Double, CGFloat)] = [
            ("Heron Ridge", "North Shore", 12.4, 0.58), ("Copper Gorge", "Old Quarry", 8.1, 0.04),
            ("Lantern Pass", "High Moor", 17.9, 0.76),
            ("Alder Loop", "Mill Valley", 5.2, 0.36), ("Two Lakes", "High Moor", 14.6, 0.52), ("Foxglove Rise", "South Downs", 9.7, 0.9),
            ("Saltmarsh Way", "North Shore", 11.3, 0.13), ("Needle Point", "High Moor", 6.8, 0.66),
        ]
        return places.enumerated().map { index, place in
            let phase = Double(index) * 1.7
            let heights = (0...40).map { step -> Double in
                let t = Double(step) / 40
                return 420 + 190 * sin(t * 5.3 + phase) + 90 * sin(t * 13.1 + phase * 2) + 25 * sin(t * 37) + 320 * t * (1 - t)
            }
            return Trail(id: index, name: place.0, region: place.1, length: place.2, heights: heights, hue: place.3)
        }
    }()
}

/// Somebody to walk with.
struct Person: Hashable {
    let id: Int
    let name: String
    let town: String

    /// Ten thousand, in the order of their names.
    static let all: [Person] = {
        let first = [
            "Ada", "Ben", "Cleo", "Dario", "Elif", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Kaya", "Leo", "Mira", "Nils", "Olga", "Paul",
            "Rosa", "Sami", "Tara", "Yuri",
        ]
        let last = [
            "Abbot", "Brandt", "Castro", "Dahl", "Ekström", "Fischer", "Garcia", "Haas", "Ito", "Jansen", "Keller", "Lund", "Moreau",
            "Novak", "Okafor", "Petrov", "Quist", "Rossi", "Silva", "Tanaka", "Ueda", "Varga", "Weber", "Young", "Zeman",
        ]
        let towns = ["Harbour", "Millbrook", "Oakfield", "Stonebridge"]
        var people: [Person] = []
        for f in first {
            for l in last {
                for n in 1...20 {
                    people.append(Person(id: people.count, name: "\(f) \(l) \(n)", town: towns[(people.count * 7 + n) % towns.count]))
                }
            }
        }
        return people
    }()
}
