// A thousand callers at once, half of them on each instance, for a book that nobody has asked for yet; ten times. Each time the
// instances are asked how often their cache ran the code that reads the database, and how many statements the database was sent.
//
//   dyno run stampede.js --subject Bookstore --subject-env Bookstore__Read=hybrid-redis --instances 2
import http from 'k6/http';
import { check } from 'k6';
import { Trend } from 'k6/metrics';

const factoryRuns = new Trend('factory_runs');
const statements = new Trend('statements');
const instances = [__ENV.BASE_URL_1 || __ENV.BASE_URL, __ENV.BASE_URL_2 || __ENV.BASE_URL];
const callers = 1000;

export const options = {
  batch: callers,
  batchPerHost: callers,
  scenarios: { stampede: { executor: 'shared-iterations', vus: 1, iterations: 10, maxDuration: '2m' } },
};

function work() {
  const both = [...new Set(instances)].map((instance) => http.get(`${instance}/work`).json());
  return { runs: both.reduce((sum, w) => sum + w.factoryRuns, 0), statements: both.reduce((sum, w) => sum + w.statements, 0) };
}

export default function () {
  const book = `b0000000-0000-4000-8000-${String(1000 + __ITER).padStart(12, '0')}`;
  const before = work();
  const answers = http.batch(Array.from({ length: callers }, (_, i) => ['GET', `${instances[i % 2]}/api/books/${book}`]));
  const after = work();
  check(answers, { 'all callers get the book': (all) => all.every((a) => a.status === 200 && a.json('id') === book) });
  factoryRuns.add(after.runs - before.runs);
  statements.add(after.statements - before.statements);
}
