// k6/timers: the globals under their module's name
({ name: 'k6/timers', make(kit) { return Object.assign({}, kit.timerFunctions); } })
