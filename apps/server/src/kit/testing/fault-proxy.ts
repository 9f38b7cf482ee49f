// A TCP proxy in front of a server that can simulate network failures while connections are open.
import { createServer, connect as dial, type Socket } from 'node:net';

export type Network =
  /** Bytes are forwarded. */
  | 'up'
  /** Open connections are reset and new ones closed at once, like during a restart of the server. */
  | 'down'
  /** Connections stay open and are accepted, but no bytes are forwarded, like behind a firewall that drops packets. */
  | 'silent';

/** Whether the network fails before the server receives a client's message, or after it, so that the answer is lost. */
export type Cut = 'before' | 'after';

export interface FaultProxy {
  readonly port: number;
  /** Resets every open connection; new ones work. */
  cut(): void;
  set(network: Network): void;
  /**
   * Drops all bytes on the currently open connections without closing them; new ones work. When a client closes such a
   * connection, the server notices it, as it would by keep-alive packets when the client's machine is lost.
   */
  silenceOpen(): void;
  /**
   * Calls `decide` for each message of a client; a non-null result takes the network down. Null removes the callback.
   */
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
    // Bytes sent while the network is silent wait in the sender's socket.
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
      // Bytes are dropped instead of left unread, because the end of a connection is not noticed behind unread bytes.
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

/** The same database through a proxy, over TCP. */
export async function proxyOf(connectionString: string): Promise<FaultProxy & { readonly url: string }> {
  const url = new URL(connectionString);
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, url: url.toString() };
}
