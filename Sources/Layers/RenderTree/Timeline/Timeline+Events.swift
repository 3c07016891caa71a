extension Timeline {
    /// The first time after the last update at which an animation begins or ends, so that an event must be reported; infinity if there is
    /// none. The time of the update itself if a layer's time may run backwards, so that its end is unknown.
    var nextEventTime: Double {
        var next = Double.infinity
        for record in animated where record.node >= 0 && !record.list.isEmpty {
            let local = localTime(of: record.node, at: time), rate = effectiveSpeed(of: record.node)
            if rate == 0 { continue }
            for running in record.list {
                let interval = running.compiled.activeInterval()
                let event = running.hasStarted || interval.begin <= local ? interval.end : interval.begin
                if running.hasEnded || event == .infinity { continue }
                if rate < 0 { return time }
                next = min(next, max(time, time + (event - local) / rate))
            }
        }
        return next
    }
}
