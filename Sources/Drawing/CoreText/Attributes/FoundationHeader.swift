/// The first stored property of classes whose objects are values of text attributes.
///
/// Foundation on Linux compares such values when attributed strings are joined. It reads the third word of an object as the header of its
/// own objects, in which bits 8 to 17 are the number of a type: with 0 the process ends, with any other number it asks `isEqual(_:)`. A
/// class whose first property happens to be zero there would end programs.
package struct FoundationHeader: Sendable {
    private let word: UInt = 0xFFFF00
    package init() {}
}
