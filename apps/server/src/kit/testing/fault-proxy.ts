// A TCP proxy in front of a server, whose network can be taken away and given back while connections are open.
import { createServer, connect as dial, type Socket } from 'node:net';

export type Network =
  /** Bytes pass. */
  | 'up'
  /** Open connections are reset and new ones are closed at once, as while a server restarts. */
  | 'down'
  /** Connections stay open and are accepted, and nothing passes, as behind a firewall that drops packets. */
  | 'silent';

/** Where the network is lost at one of the client's messages: before the server gets it, or with its answer. */
export type Cut = 'before' | 'after';

export interface FaultProxy {
  readonly port: number;
  /** Resets every open connection and lets new ones pass. */
  cut(): void;
  set(network: Network): void;
  /**
   * Nothing passes on the connections that are open now, which stay open: they are lost without a word. New ones pass. The
   * server notices a client that closes one, as it does by keep-alive packets when the client's machine is gone.
   */
  silenceOpen(): void;
  /** Called for each message of a client; one that is cut takes the network down. Null ends it. */
  watch(decide: (() => Cut | null) | null): void;
  close(): Promise<void>;
}

export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  let network: Network = 'up';
  let watching: (() => Cut | null) | null = null;
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  };
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const set = (next: Network): void => {
    network = next;
    if (network === 'down') cut();
    // What one side sends while the network is silent waits in its socket.
    for (const socket of sockets) {
      if (network === 'silent') socket.pause();
      else if (network === 'up') socket.resume();
    }
  };
  const server = createServer((client) => {
    add(client);
    if (network === 'down') return void client.resetAndDestroy();
    const upstream = dial(target);
    add(upstream);
    let isWithheld = false;
    client.on('data', (bytes) => {
      if (silenced.has(client)) return;
      const decided = watching?.() ?? null;
      if (decided === 'before') return set('down');
      isWithheld ||= decided === 'after';
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (silenced.has(upstream)) return;
      if (isWithheld) set('down');
      else client.write(bytes);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
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
    set,
    silenceOpen() {
      // Bytes are dropped, not left unread: behind unread bytes the end of a connection is not noticed.
      for (const socket of sockets) silenced.add(socket);
    },
    watch(decide) {
      watching = decide;
    },
    async close() {
      cut();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** The same database, reached through a proxy, over TCP. */
export async function proxyOf(connectionString: string): Promise<FaultProxy & { readonly url: string }> {
  const url = new URL(connectionString);
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, url: url.toString() };
}
