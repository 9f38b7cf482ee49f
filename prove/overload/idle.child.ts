// Child process with idle connections, and as many file descriptors as it needs: node idle.child.ts <json>
import { once } from 'node:events';
import { connect } from 'node:net';
import { z } from 'zod';

const { origin, count } = z
  .object({ origin: z.string(), count: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const { hostname, port } = new URL(origin);
const AT_ONCE = 200;

process.on('disconnect', () => process.exit(0));
for (let opened = 0; opened < count; opened += AT_ONCE) {
  const group = Array.from({ length: AT_ONCE }, async () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  });
  await Promise.all(group);
}
process.send?.('open');
