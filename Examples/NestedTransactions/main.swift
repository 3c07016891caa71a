// Transactions nest: the square moves for two seconds, the circle inside the inner transaction for five; both start together when
// the outermost one commits.
import Agate
import ExampleSupport

let host = OffscreenHost(size: CGSize(width: 200, height: 120), scale: 1, background: .white)
let square = CALayer()
let circle = CALayer()
host.perform {
    square.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
    square.backgroundColor = CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
    circle.frame = CGRect(x: 10, y: 70, width: 40, height: 40)
    circle.cornerRadius = 20
    circle.backgroundColor = CGColor(red: 0.9, green: 0.2, blue: 0.4, alpha: 1)
    host.layer.addSublayer(square)
    host.layer.addSublayer(circle)
}

host.perform {
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    square.position.x = 170
    CATransaction.begin()
    CATransaction.setAnimationDuration(5)
    circle.position.x = 170
    CATransaction.commit()
    CATransaction.commit()
}
let sheet = ContactSheet(columns: 6)
sheet.add(host, every: 0.5, count: 12)
try sheet.write(to: outputPath("NestedTransactions"))
