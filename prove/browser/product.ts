// Starts the whole product on a local port, with the built web app and a fake mail server.

import { createSmtpCounterpart } from '../../apps/server/src/adapters/email/smtp/testing/counterpart.ts';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import {
  createAccessEnvironment,
  operatorCredentials,
} from '../../apps/server/src/testing/access-environment.ts';
import { sendTo } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from '../idempotency/prepared-call.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';

const LIMIT_SCALE = 1_000_000;
const MAILS_WITHIN_MS = 60_000;
const POLL_INTERVAL_MS = 100;

export interface Product {
  readonly origin: string;
  readonly context: CaseContext;
  /**
   * Returns the HTML of the next e-mail to each address; e-mails to other addresses, for example from earlier calls,
   * are ignored.
   */
  takeMails(addresses: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** Throws when the web app is not built. */
export async function openProduct(database: Omit<ProofDatabase, 'close'>): Promise<Product> {
  const mailServer = await createSmtpCounterpart();
  const config = parseConfig({
    KERB_DATA: database.folder,
    PORT: '0',
    KERB_PAST_DAYS: '0',
    HOSTED_BASIC_AUTH: operatorCredentials,
    SMTP_URL: mailServer.url,
    EMAIL_FROM: 'kerb@kerb.example',
  });
  const app = await createApp({
    config: { ...config, secret: 'secret of the proofs' },
    database: { ...database, close: async () => undefined },
    logger: createLogger('fatal'),
    version: '0.0.0-proof',
    limitScale: LIMIT_SCALE,
    eventLoopDelayMs: 0,
  });
  const close = async () => {
    await app.close();
    await mailServer.close();
  };
  await app.seedDemonstration();
  await app.openCity();
  const { server } = await app.start();
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const page = await fetch(origin, { headers: { accept: 'text/html' } });
  if (page.status !== 200) {
    await close();
    throw new Error('The web app is not built: npm run build');
  }
  const send = sendTo(server);
  return {
    origin,
    context: { environment: await createAccessEnvironment(database.pool, send), pool: database.pool, send },
    async takeMails(addresses) {
      const count = addresses.length;
      const mails: string[] = [];
      const until = performance.now() + MAILS_WITHIN_MS;
      while (mails.length < count && performance.now() < until) {
        const wanted = mailServer
          .taken()
          .filter(({ to }) => to.some((address) => addresses.includes(address)));
        const parts = wanted.flatMap((mail) => mail.parts);
        const html = parts.filter(({ headers }) => headers.get('content-type')?.startsWith('text/html'));
        mails.push(...html.map(({ bytes }) => bytes.toString('utf8')));
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
      if (mails.length < count) throw new Error(`Of ${count} mails ${mails.length} came`);
      return mails;
    },
    close,
  };
}
