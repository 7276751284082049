// 95 reads to 5 updates over the books, the popular ones far more often (Zipf). After an update is acknowledged by one instance, the
// book is read on the same instance and on the other one, at once and again 300 ms later: an answer without the new title is stale.
//
//   dyno run mixed.js --subject Bookstore --subject-env Bookstore__Read=hybrid-redis --instances 2
import http from 'k6/http';
import { check, sleep } from 'k6';
import exec from 'k6/execution';
import { Rate } from 'k6/metrics';

const staleHere = new Rate('stale_on_same_instance');
const staleThere = new Rate('stale_on_other_instance');
const staleThereLater = new Rate('stale_on_other_instance_after_300ms');
const instances = [__ENV.BASE_URL_1 || __ENV.BASE_URL, __ENV.BASE_URL_2 || __ENV.BASE_URL];
const books = 4000;
const writers = 8;

export const options = {
  scenarios: { mixed: { executor: 'constant-vus', vus: writers, duration: __ENV.TIME || '10s' } },
};

// A book's number, from 1 on: the share of number r is proportional to 1 / r, the sum of the shares of the first n is about ln n.
function popular() {
  return Math.min(books, Math.floor(Math.exp(Math.random() * Math.log(books + 1))));
}

const url = (instance, id) => `${instances[instance]}/api/books/${id}`;
const idOf = (book) => `b0000000-0000-4000-8000-${String(book).padStart(12, '0')}`;

// Each user has every eighth book. Only that user changes it, so that the title it wrote last is the one that must be read.
function ownBook() {
  const before = popular() - 1;
  return before - (before % writers) + 1 + ((exec.vu.idInTest - 1) % writers);
}

export default function () {
  const here = Math.floor(Math.random() * 2);
  if (Math.random() >= 0.05) {
    const answer = http.get(url(here, idOf(popular())), { tags: { name: 'read' } });
    check(answer, { 'read is 200': (r) => r.status === 200 });
    return;
  }
  const id = idOf(ownBook());
  const there = 1 - here;
  http.get(url(there, id), { tags: { name: 'read' } }); // the other instance has it before the change
  const title = `Title ${exec.vu.idInTest} ${exec.vu.iterationInScenario} ${Date.now()}`;
  const change = http.put(url(here, id), JSON.stringify({ title, year: 2001, authorId: 'a0000000-0000-4000-8000-000000000001' }),
    { headers: { 'Content-Type': 'application/json' }, tags: { name: 'update' } });
  if (!check(change, { 'update is acknowledged': (r) => r.status === 204 })) return;
  const isStale = (instance) => http.get(url(instance, id), { tags: { name: 'read after update' } }).json('title') !== title;
  staleHere.add(isStale(here));
  staleThere.add(isStale(there));
  sleep(0.3);
  staleThereLater.add(isStale(there));
}
