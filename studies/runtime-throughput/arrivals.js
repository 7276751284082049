// An article's load on the smallest endpoint: 30,000 starts a second for a minute, whatever the server does, by 20 virtual
// users and up to 100, with two checks on every answer. Where it cannot be offered, Dyno's section says what was dropped.
//
//   dyno run arrivals.js --subject Hello --ready /hello
//   dyno run arrivals.js -e BASE_URL=http://localhost:5000 -e RATE=5000 -e TIME=10s
import http from 'k6/http';
import { check } from 'k6';

export const options = {
  noConnectionReuse: false,
  scenarios: {
    arrivals: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE || 30000),
      timeUnit: '1s',
      duration: __ENV.TIME || '1m',
      preAllocatedVUs: 20,
      maxVUs: 100,
    },
  },
};

export default function () {
  const answer = http.get(`${__ENV.BASE_URL || 'http://localhost:5000'}/hello`);
  check(answer, {
    'status is 200': (r) => r.status === 200,
    'body is not empty': (r) => r.body.length > 0,
  });
}
