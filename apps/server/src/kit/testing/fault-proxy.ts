// A TCP proxy in front of a server, whose network can be taken away and given back while connections are open.
import { createServer, connect as dial, type Socket } from 'node:net';

export type Network =
  /** Bytes pass. */
  | 'up'
  /** Open connections are reset and new ones are closed at once, as while a server restarts. */
  | 'down'
  /** Connections stay open and are accepted, and nothing passes, as behind a firewall that drops packets. */
  | 'silent';

export interface FaultProxy {
  readonly port: number;
  /** Resets every open connection and lets new ones pass. */
  cut(): void;
  set(network: Network): void;
  close(): Promise<void>;
}

/** What one side sent while the network was silent waits in that side's socket. */
function join(one: Socket, other: Socket): void {
  one.on('data', (bytes) => other.write(bytes));
  one.on('close', () => other.destroy());
  one.on('error', () => other.destroy());
}

export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let network: Network = 'up';
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  };
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((client) => {
    add(client);
    if (network === 'down') return void client.resetAndDestroy();
    const upstream = dial(target);
    add(upstream);
    join(client, upstream);
    join(upstream, client);
    if (network === 'silent') for (const socket of [client, upstream]) socket.pause();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    port: address.port,
    cut,
    set(next) {
      network = next;
      if (network === 'down') cut();
      else
        for (const socket of sockets) {
          if (network === 'silent') socket.pause();
          else socket.resume();
        }
    },
    async close() {
      cut();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** The same database, reached through a proxy. */
export async function proxyOf(connectionString: string): Promise<FaultProxy & { readonly url: string }> {
  const url = new URL(connectionString);
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, url: url.toString() };
}
