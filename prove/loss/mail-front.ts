// Fake mail server that accepts e-mails, or fails like in real outages.
import { createServer, connect as dial, type Socket } from 'node:net';
import {
  createSmtpCounterpart,
  type ReceivedMail,
} from '../../apps/server/src/adapters/email/smtp/testing/counterpart.ts';

export const mailFailures = [
  'refuses connections',
  'answers 421',
  'answers a web page',
  'cuts its answer off',
  'refuses each recipient for now',
  'does not answer',
] as const;
export type MailFailure = (typeof mailFailures)[number];

export interface MailFront {
  readonly url: string;
  asked(): number;
  fail(failure: MailFailure | null): void;
  /** Rejects each recipient permanently from now on. */
  refuseForGood(): void;
  /** The e-mails received since the last call. */
  taken(): ReceivedMail[];
  close(): Promise<void>;
}

function failSocket(failure: MailFailure, socket: Socket): void {
  switch (failure) {
    case 'refuses connections':
      socket.resetAndDestroy();
      return;
    case 'answers 421':
      socket.end('421 4.3.2 The service is closing\r\n');
      return;
    case 'answers a web page':
      socket.end('HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\n\r\n<html></html>');
      return;
    case 'cuts its answer off':
      socket.write('220 ma', () => socket.destroy());
      return;
    case 'does not answer':
    case 'refuses each recipient for now':
      return;
  }
}

export async function startMailFront(): Promise<MailFront> {
  const target = await createSmtpCounterpart();
  const { port: targetPort, username, password } = new URL(target.url);
  let failure: MailFailure | null = null;
  let asked = 0;
  const sockets = new Set<Socket>();
  const watch = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  };
  const server = createServer((client) => {
    asked += 1;
    watch(client);
    if (failure !== null && failure !== 'refuses each recipient for now') return failSocket(failure, client);
    const upstream = dial({ host: '127.0.0.1', port: Number(targetPort) });
    watch(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return {
    url: `smtp://${username}:${password}@127.0.0.1:${address.port}`,
    asked: () => asked,
    fail(next) {
      failure = next;
      target.takeAll();
      if (next === 'refuses each recipient for now') target.refuse('RCPT TO', '451 4.7.1 Not yet');
    },
    refuseForGood: () => target.refuse('RCPT TO', '550 5.1.1 No such user'),
    taken: () => target.taken(),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await target.close();
    },
  };
}
