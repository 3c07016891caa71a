import Missing

let user = Missing.self
