// Measures the GET requests per second that a server answers over this number of always busy connections.
import { Pool } from 'undici';
import { UnexpectedStatus } from './http-caller.ts';

export interface Call {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** Requested in turn. */
  readonly calls: readonly Call[];
}

/** Rejects unless each status is 200. */
export async function callsPerSecond(origin: string, { connections, seconds, calls }: Load): Promise<number> {
  const pool = new Pool(origin, { connections });
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let answered = 0;
  let next = 0;
  async function callInTurn(): Promise<void> {
    while (performance.now() < end) {
      const call = calls[next % calls.length];
      next += 1;
      if (call === undefined) throw new Error('There are no calls');
      const { statusCode, body } = await pool.request({ method: 'GET', ...call });
      if (statusCode !== 200)
        throw new UnexpectedStatus(`${call.path} answered ${statusCode}: ${await body.text()}`);
      await body.dump();
      answered += 1;
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, callInTurn));
    return answered / ((performance.now() - begun) / 1000);
  } finally {
    await pool.close();
  }
}
