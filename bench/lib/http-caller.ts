// A caller that costs little beside the server it measures: keep-alive HTTP from Node, JSON in and out.
import { Agent, request } from 'node:http';

export interface HttpCaller {
  /** Posts as an app does, with a session and an idempotency key; rejects unless the answer is 201. */
  post(path: string, body: unknown): Promise<void>;
  close(): void;
}

export function createHttpCaller(origin: string, token: string): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    post(path, body) {
      const payload = JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'idempotency-key': crypto.randomUUID(),
      };
      return new Promise((resolve, reject) => {
        const call = request(new URL(path, origin), { method: 'POST', agent, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () => {
            if (answer.statusCode === 201) resolve();
            else reject(new Error(`${path} answered ${answer.statusCode}: ${Buffer.concat(parts)}`));
          });
        });
        call.on('error', reject);
        call.end(payload);
      });
    },
    close: () => agent.destroy(),
  };
}
