// Put behind the last line of each mutated file: what a mutant's place calls. Each is what stood there, unless its number is the one that
// is on. In mutants.c, which goes into the lowest module.
@_silgen_name("agate_mutant_is") private func isOn(_ n: Int32) -> Bool

private func mutantLess<T: Comparable>(_ n: Int32, _ a: T, _ b: T) -> Bool { isOn(n) ? a <= b : a < b }
private func mutantLessOrEqual<T: Comparable>(_ n: Int32, _ a: T, _ b: T) -> Bool { isOn(n) ? a < b : a <= b }
private func mutantGreater<T: Comparable>(_ n: Int32, _ a: T, _ b: T) -> Bool { isOn(n) ? a >= b : a > b }
private func mutantGreaterOrEqual<T: Comparable>(_ n: Int32, _ a: T, _ b: T) -> Bool { isOn(n) ? a > b : a >= b }

private func mutantEqual<T: Equatable>(_ n: Int32, _ a: T, _ b: T) -> Bool { (a == b) != isOn(n) }
private func mutantUnequal<T: Equatable>(_ n: Int32, _ a: T, _ b: T) -> Bool { (a != b) != isOn(n) }
private func mutantEqual<T>(_ n: Int32, _ a: T?, _ b: _OptionalNilComparisonType) -> Bool { (a == nil) != isOn(n) }
private func mutantUnequal<T>(_ n: Int32, _ a: T?, _ b: _OptionalNilComparisonType) -> Bool { (a != nil) != isOn(n) }
private func mutantSame(_ n: Int32, _ a: AnyObject?, _ b: AnyObject?) -> Bool { (a === b) != isOn(n) }
private func mutantOther(_ n: Int32, _ a: AnyObject?, _ b: AnyObject?) -> Bool { (a !== b) != isOn(n) }

private func mutantPlus<T: AdditiveArithmetic>(_ n: Int32, _ a: T, _ b: T) -> T { isOn(n) ? a - b : a + b }
private func mutantMinus<T: AdditiveArithmetic>(_ n: Int32, _ a: T, _ b: T) -> T { isOn(n) ? a + b : a - b }
private func mutantAdd<T: AdditiveArithmetic>(_ n: Int32, _ a: inout T, _ b: T) { if isOn(n) { a -= b } else { a += b } }
private func mutantSubtract<T: AdditiveArithmetic>(_ n: Int32, _ a: inout T, _ b: T) { if isOn(n) { a += b } else { a -= b } }
private func mutantTimes<T: FloatingPoint>(_ n: Int32, _ a: T, _ b: T) -> T { isOn(n) ? a / b : a * b }
private func mutantDivided<T: FloatingPoint>(_ n: Int32, _ a: T, _ b: T) -> T { isOn(n) ? a * b : a / b }
private func mutantTimes<T: BinaryInteger>(_ n: Int32, _ a: T, _ b: T) -> T { isOn(n) ? a / b : a * b }
private func mutantDivided<T: BinaryInteger>(_ n: Int32, _ a: T, _ b: T) -> T { isOn(n) ? a * b : a / b }

private func mutantAnd(_ n: Int32, _ a: Bool, _ b: @autoclosure () -> Bool) -> Bool { isOn(n) ? a || b() : a && b() }
private func mutantOr(_ n: Int32, _ a: Bool, _ b: @autoclosure () -> Bool) -> Bool { isOn(n) ? a && b() : a || b() }
private func mutantNot(_ n: Int32, _ a: Bool) -> Bool { a != isOn(n) }
private func mutantFlag(_ n: Int32, _ a: Bool) -> Bool { a != isOn(n) }
private func mutantValue<T>(_ n: Int32, _ a: T, _ b: T) -> T { isOn(n) ? b : a }
private func mutantRuns(_ n: Int32) -> Bool { !isOn(n) }
