// An app written as for iOS: a list whose cells have constraints, a detail that its picture grows into, charts of layers, a search among
// ten thousand people, settings with a dark mode, a sheet.
import ExampleSupport
import ExampleUIKit

@MainActor func makeRoot() -> UIViewController {
    let tabs = UITabBarController()
    let trails = HeroNavigation(rootViewController: TrailListController())
    trails.tabBarItem = UITabBarItem(title: "Trails", image: UIImage(systemName: "leaf"), tag: 0)
    let activity = UINavigationController(rootViewController: ActivityController())
    activity.tabBarItem = UITabBarItem(title: "Activity", image: UIImage(systemName: "chart.bar"), tag: 1)
    let people = UINavigationController(rootViewController: PeopleController())
    people.tabBarItem = UITabBarItem(title: "People", image: UIImage(systemName: "person"), tag: 2)
    let settings = UINavigationController(rootViewController: SettingsController())
    settings.tabBarItem = UITabBarItem(title: "Settings", image: UIImage(systemName: "gearshape"), tag: 3)
    tabs.viewControllers = [trails, activity, people, settings]
    return tabs
}

try runExample("Showcase", size: CGSize(width: 390, height: 844), columns: 6) {
    makeRoot()
} script: { script in
    script.wait(0.5)
    script.picture()
    script.tap(195, 330)  // the second trail: its picture grows into the detail
    script.wait(0.12)
    script.pictures(every: 0.1, 2)
    script.wait(0.9)
    script.picture()  // the chart draws itself
    script.wait(1)
    script.tap(195, 730)  // Start Hike
    script.wait(0.25)
    script.picture()
    script.wait(1)
    script.tap(325, 189)  // one more
    script.wait(0.3)
    script.picture()
    script.tap(195, 306)  // Plan It
    script.wait(1)
    script.tap(146, 815)  // Activity
    script.wait(0.5)
    script.picture()
    script.tap(195, 200)  // another week
    script.wait(0.25)
    script.picture()
    script.wait(1)
    script.tap(244, 815)  // People
    script.wait(0.5)
    script.drag(from: CGPoint(x: 195, y: 700), to: CGPoint(x: 195, y: 200))
    script.wait(0.6)
    script.picture()
    script.tap(195, 72)  // the search field
    script.wait(0.5)
    script.type("fischer 7")
    script.wait(0.5)
    script.picture()
    script.tap(341, 815)  // Settings
    script.wait(0.5)
    script.picture()
    script.tap(330, 118)  // Dark
    script.wait(0.6)
    script.picture()
    script.tap(48, 815)  // and back to the trail
    script.wait(0.5)
    script.picture()
}
