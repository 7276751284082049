// k6/metrics: Counter, Gauge, Rate, Trend
({ name: 'k6/metrics', make(kit) {
  const { host, state, event, tagSet, onlyInit, F } = kit;
  function metric(type) {
    const Metric = class {
      constructor(name, isTime) {
        onlyInit('new ' + type + '()');
        this.name = String(name);
        Object.defineProperty(this, '$number', { value: host.newMetric(type, this.name, isTime === true), enumerable: false });
      }
      add(value, tags) {
        if (state.isInit) throw new Error('metrics cannot be added to in the init stage');
        const number = value === true ? 1 : value === false ? 0 : +value;
        if (value === null || number !== number) return host.badValue(this.name);
        event(this.$number, number, tags === undefined ? F[4] : tagSet(tags));
        return true;
      }
    };
    Object.defineProperty(Metric, 'name', { value: type });
    return Metric;
  }
  return { Counter: metric('Counter'), Gauge: metric('Gauge'), Rate: metric('Rate'), Trend: metric('Trend') };
} })
