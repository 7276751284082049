// The load of the article: 30,000 starts a second for a minute, whatever the server does, by 20 virtual users and up to 100, on
// one book, with two checks. Dyno's section says how many of those starts found a free user.
//
//   dyno run load.js --subject Bookstore
//   dyno run load.js --subject Bookstore --subject-env Bookstore__Read=hybrid-local
import http from 'k6/http';
import { check } from 'k6';

export const options = {
  noConnectionReuse: false,
  insecureSkipTLSVerify: true,
  scenarios: {
    max_load_test: {
      executor: 'constant-arrival-rate',
      rate: 30000,
      timeUnit: '1s',
      duration: '1m',
      preAllocatedVUs: 20,
      maxVUs: 100,
    },
  },
};

export default function () {
  const answer = http.get(`${__ENV.BASE_URL || 'http://localhost:5001'}/api/books/236cf9dd-7664-480e-b7f4-99f4e3790d71`);
  check(answer, {
    'status is 200': (r) => r.status === 200,
    'body is not empty': (r) => r.body.length > 0,
  });
}
