// Tests that a WebSocket client reads the encoded messages, whose length takes one, three or nine bytes.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

const texts = [
  '',
  'a',
  'á',
  'x'.repeat(125),
  'x'.repeat(126),
  'ж'.repeat(40_000),
  'x'.repeat(65_535),
  'x'.repeat(65_536),
];

it('is read as the same text, between the messages that the socket sends itself', async () => {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  server.on('connection', (socket, request) => {
    for (const text of texts) {
      request.socket.write(textFrame(text));
      socket.send('own');
    }
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  onTestFinished(() => client.terminate());
  const expected = texts.flatMap((text) => [text, 'own']);
  const received: string[] = [];
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('message', (data, isBinary) => {
      expect(isBinary).toBe(false);
      received.push(String(data));
      if (received.length === expected.length) resolve();
    });
  });
  expect(received).toEqual(expected);
});
