// Tests which answers of a provider are results, and which leave the result unknown.
import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { PaymentUnavailableError } from '../../ports/payments.ts';
import { callProvider } from './call-provider.ts';

const server = createServer(({ url }, response) => {
  response.writeHead(Number(url?.slice(1)), { location: '/200' }).end('{}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const call = (status: number) =>
  callProvider({ method: 'POST', url: `http://127.0.0.1:${port}/${status}`, body: {} });

describe('a call of a provider', () => {
  test.each([301, 302, 307, 408, 429, 500, 503])(
    'that is answered %i has an unknown result',
    async (status) => {
      await expect(call(status)).rejects.toThrow(PaymentUnavailableError);
    },
  );

  test.each([200, 201, 400, 401, 403, 404, 422])('returns an answer of %i', async (status) => {
    expect(await call(status)).toMatchObject({ status, text: '{}' });
  });
});
