// A room: every user opens a socket, says something every second and leaves after ten.
import { WebSocket } from 'k6/websockets';
import { check } from 'k6';
import { Trend } from 'k6/metrics';

const BASE = (__ENV.BASE_URL || 'http://localhost:5000').replace(/^http/, 'ws');
const echo = new Trend('echo_time', true);

export const options = {
  scenarios: { room: { executor: 'ramping-vus', startVUs: 1, stages: [{ duration: '10s', target: 50 }, { duration: '20s', target: 50 }] } },
  thresholds: { ws_connecting: ['p(95)<500'], echo_time: ['p(95)<100'], checks: ['rate>0.99'] },
};

export default function () {
  const socket = new WebSocket(`${BASE}/echo`);
  const sent = new Map();
  let number = 0, timer;
  socket.onopen = () => {
    timer = setInterval(() => {
      const text = `user ${__VU} says ${number++}`;
      sent.set(text, Date.now());
      socket.send(text);
    }, 1000);
    setTimeout(() => { clearInterval(timer); socket.close(); }, 10000);
  };
  socket.onmessage = (e) => {
    check(e.data, { 'the answer is what was said': (text) => sent.has(text) });
    echo.add(Date.now() - sent.get(e.data));
    sent.delete(e.data);
  };
  socket.onerror = (e) => { console.error(e.error); clearInterval(timer); };
}
