// Records the CPU profile of a running Node.js process through its inspector, which a signal opens.
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';

const SAMPLE_EVERY_US = 500;
const OPEN_WITHIN_MS = 10_000;
const POLL_INTERVAL_MS = 50;

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  /** Microseconds between two samples. */
  timeDeltas: z.array(z.number()),
});

/** A CPU profile of V8. */
export type Profile = z.infer<typeof profileSchema>;

const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const answerSchema = z.object({ id: z.number(), result: z.unknown() });

async function inspectorAddress(port: number): Promise<string> {
  const deadline = performance.now() + OPEN_WITHIN_MS;
  for (;;) {
    try {
      const targets = targetsSchema.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
      const address = targets[0]?.webSocketDebuggerUrl;
      if (address !== undefined) return address;
    } catch (error) {
      if (performance.now() > deadline) throw new Error('The inspector did not open', { cause: error });
    }
    await pause(POLL_INTERVAL_MS);
  }
}

async function connect(address: string) {
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 2 ** 30 });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let sent = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  socket.on('message', (text) => {
    const answer = answerSchema.safeParse(JSON.parse(String(text)));
    if (answer.success) waiting.get(answer.data.id)?.(answer.data.result);
  });
  return {
    call(method: string, params: object = {}): Promise<unknown> {
      sent += 1;
      const id = sent;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    close: () => socket.close(),
  };
}

/**
 * The profile of a process while the work runs. The process must have been started with its inspector set to `port`.
 */
export async function recordProfile(
  pid: number,
  port: number,
  work: () => Promise<unknown>,
): Promise<Profile> {
  process.kill(pid, 'SIGUSR1');
  const inspector = await connect(await inspectorAddress(port));
  try {
    await inspector.call('Profiler.enable');
    await inspector.call('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
    await inspector.call('Profiler.start');
    await work();
    const stopped = z.object({ profile: profileSchema }).parse(await inspector.call('Profiler.stop'));
    return stopped.profile;
  } finally {
    inspector.close();
  }
}
