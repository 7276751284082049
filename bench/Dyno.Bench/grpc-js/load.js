// Calls in a loop over @grpc/grpc-js: node load.js URL CALLERS SECONDS. Prints how many were answered.
const grpc = require('@grpc/grpc-js');

const [url, callers, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const raw = (bytes) => bytes;
const Client = grpc.makeGenericClientConstructor({
  get: { path: '/bench.Cache/Get', requestStream: false, responseStream: false, requestSerialize: raw, requestDeserialize: raw, responseSerialize: raw, responseDeserialize: raw },
}, 'bench.Cache');
const client = new Client(url.replace('http://', ''), grpc.credentials.createInsecure());
const request = Buffer.concat([Buffer.from([0x0a, 100]), Buffer.alloc(100, 'k')]);
const end = Date.now() + seconds * 1000;
let [calls, active] = [0, callers];

function next() {
  if (Date.now() >= end) {
    if (--active === 0) { console.log(calls); process.exit(0); }
    return;
  }
  client.get(request, (error) => {
    if (error) { console.error(error.message); process.exit(1); }
    calls++;
    next();
  });
}

for (let i = 0; i < callers; i++) next();
