// WebSockets as the package ws speaks them, which is strict about what a client may send. Writes its port, then how each socket ended.
// /echo sends back, /fragments does so in three frames with a ping among them, /close closes with 4321.
const { WebSocketServer } = require('ws');

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: { threshold: 0 } });
server.on('connection', (socket, request) => {
  socket.on('message', (data, isBinary) => {
    if (request.url === '/close') { socket.close(4321, 'as asked'); return; }
    if (request.url === '/echo') { socket.send(data, { binary: isBinary }); return; }
    const third = Math.floor(data.length / 3);
    socket.send(data.subarray(0, third), { binary: isBinary, fin: false });
    socket.send(data.subarray(third, 2 * third), { binary: isBinary, fin: false });
    socket.ping('among them');
    socket.send(data.subarray(2 * third), { binary: isBinary, fin: true });
  });
  socket.on('pong', (data) => console.log(`pong ${data}`));
  socket.on('error', (error) => console.log(`error ${error.message}`));
  socket.on('close', (code) => console.log(`closed ${code}`));
});
server.on('listening', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit());
process.stdin.resume();
