// Limit of the socket benchmarks: a bare `ws` server. Prints its port when it is ready. It parses every message, counts
// positions, and sends the position of a car to those who watch it.
import { type RawData, type WebSocket, WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const watchers = new Map<string, Set<WebSocket>>();
const everyone = new Set<WebSocket>();
let positions = 0;

interface Message {
  type: string;
  car?: string;
}

function watch(socket: WebSocket, car: string): void {
  const known = watchers.get(car) ?? new Set<WebSocket>();
  watchers.set(car, known.add(socket));
}

function handle(socket: WebSocket, data: RawData): void {
  const message: Message = JSON.parse(String(data));
  if (message.type === 'position') {
    positions += 1;
    for (const watcher of watchers.get(message.car ?? '') ?? []) watcher.send(JSON.stringify(message));
  }
  if (message.type === 'watch') watch(socket, message.car ?? '');
  // Each socket is sent the same text in turn, by a plain loop.
  if (message.type === 'all') for (const one of everyone) one.send(JSON.stringify(message));
  if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong', positions }));
}

server.on('connection', (socket) => {
  everyone.add(socket);
  socket.on('message', (data) => handle(socket, data));
  socket.on('close', () => everyone.delete(socket));
  socket.send(JSON.stringify({ type: 'ready' }));
});
server.on('listening', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  console.log(address.port);
});
