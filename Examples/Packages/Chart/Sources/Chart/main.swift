import DGCharts
import UIKit

try MainActor.assumeIsolated {
    try film("chart.mp4", size: CGSize(width: 400, height: 500), seconds: 2) { view in
        view.backgroundColor = .white
        let bars = BarChartView(frame: CGRect(x: 5, y: 5, width: 390, height: 160))
        let months = BarChartDataSet(
            entries: (0..<8).map { BarChartDataEntry(x: Double($0), y: Double(($0 * 37) % 11 + 2)) }, label: "Bars")
        months.colors = ChartColorTemplates.joyful()
        bars.data = BarChartData(dataSet: months)
        let line = LineChartView(frame: CGRect(x: 5, y: 170, width: 390, height: 160))
        let wave = LineChartDataSet(entries: (0..<20).map { ChartDataEntry(x: Double($0), y: sin(Double($0) / 3) * 5) }, label: "Line")
        wave.mode = .cubicBezier
        wave.drawFilledEnabled = true
        line.data = LineChartData(dataSet: wave)
        let pie = PieChartView(frame: CGRect(x: 105, y: 335, width: 190, height: 160))
        let shares = PieChartDataSet(entries: [3, 5, 2, 4].map { PieChartDataEntry(value: $0, label: "p\($0)") }, label: "Pie")
        shares.colors = ChartColorTemplates.material()
        pie.data = PieChartData(dataSet: shares)
        for chart in [bars, line, pie] { view.addSubview(chart) }
        bars.animate(yAxisDuration: 1)
        line.animate(xAxisDuration: 1)
        pie.animate(xAxisDuration: 1)
    }
}
