// The chapter's load as a k6 script: from 0 to 50 users, a minute at 50, and back to 0, with its thresholds.
//
//   dyno run studies/minimal-vs-controllers/staged.js -e BASE_URL=http://localhost:7060 -e CALL=/jsons
//
// SCALE shortens the stages (1: 10 s, 1 m, 15 s). The chapter's own text cannot run: its comments are broken over lines, and its
// threshold names a metric that no script makes.
import http from "k6/http";
import { check } from "k6";
import { Rate } from "k6/metrics";

const failures = new Rate("check_failure_rate");
const scale = Number(__ENV.SCALE || 1);
const url = `${__ENV.BASE_URL || "http://localhost:7060"}${__ENV.CALL || "/jsons"}`;

export const options = {
  insecureSkipTLSVerify: true,
  summaryTrendStats: ["avg", "p(95)"],
  stages: [
    { target: 50, duration: `${10 * scale}s` },
    { target: 50, duration: `${60 * scale}s` },
    { target: 0, duration: `${15 * scale}s` },
  ],
  thresholds: {
    http_req_duration: ["p(95)<500"],
    check_failure_rate: ["rate<0.01", { threshold: "rate<=0.05", abortOnFail: true, delayAbortEval: "2s" }],
  },
};

const submission = JSON.stringify({ id: 0, description: "test" });
const json = { headers: { "Content-Type": "application/json" } };

export default function () {
  const answer = url.endsWith("/validations") ? http.post(url, submission, json) : http.get(url);
  failures.add(!check(answer, { "status is 200": (r) => r.status === 200 }));
}
