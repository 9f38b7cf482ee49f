// Tests which connection is closed when too many wait, with real sockets and for the order alone.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createWaitingConnections } from './waiting-connections.ts';

function connectionNamed(name: string, closed: string[]) {
  return { destroyed: false, destroy: () => closed.push(name), once: () => undefined };
}

it('closes the connection that the server has waited for longest', () => {
  const closed: string[] = [];
  const { waitFor, stopWaiting, count } = createWaitingConnections(2);
  const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) =>
    connectionNamed(name, closed),
  );
  if (!first || !second || !third || !fourth) throw new Error('There are four connections');
  waitFor(first);
  waitFor(second);
  // Its request was answered just now, so the server has waited on it for a shorter time than on the second.
  stopWaiting(first);
  waitFor(first);
  waitFor(third);
  expect(closed).toEqual(['second']);
  stopWaiting(third);
  waitFor(fourth);
  expect([closed, count()]).toEqual([['second'], 2]);
});

it('does not wait for a closed connection', () => {
  const { waitFor, count } = createWaitingConnections(2);
  waitFor({ ...connectionNamed('gone', []), destroyed: true });
  expect(count()).toBe(0);
});

it('closes idle connections beyond the limit, and no connection with a request in progress', async () => {
  const connections = createWaitingConnections(3);
  const server = createServer();
  connections.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const sockets: Socket[] = [];
  const open = async (): Promise<Socket> => {
    const accepted = once(server, 'connection');
    const socket = connect(address.port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await accepted;
    return socket;
  };
  const busy = await open();
  const asked = once(server, 'request');
  busy.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  const [, response] = await asked;
  const slow = await open();
  slow.write('GET / HTTP/1.1\r\nHost: ');
  const closed = once(slow, 'close');
  for (let idle = 0; idle < 3; idle += 1) await open();
  await closed;
  expect([connections.count(), busy.destroyed]).toEqual([3, false]);
  const answered = once(busy, 'data');
  response.end('done');
  expect(String((await answered)[0])).toContain('done');
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});
