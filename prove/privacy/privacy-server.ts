// The whole product with its workers; collects its log (level debug), metrics and error responses.
import type { RouteName } from '@kerb/contract';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import {
  createAccessEnvironment,
  operatorCredentials,
} from '../../apps/server/src/testing/access-environment.ts';
import { type Send, sendTo } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from '../idempotency/prepared-call.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { markerPattern } from './scan-database.ts';

const LIMIT_SCALE = 1_000_000;

const anyMarker = new RegExp(markerPattern.source, 'gi');

/** Replaces the server's responses, log and metrics, for a planted fault. */
export interface Outlets {
  answer(route: RouteName, text: string): string;
  logLine(line: string, session: string): string;
  metrics(text: string): string;
}
const honest: Outlets = {
  answer: (_, text) => text,
  logLine: (line) => line,
  metrics: (text) => text,
};

export async function openPrivacyServer(database: Omit<ProofDatabase, 'close'>) {
  const config = parseConfig({
    KERB_DATA: database.folder,
    PORT: '0',
    KERB_PAST_DAYS: '0',
    HOSTED_BASIC_AUTH: operatorCredentials,
  });
  let outlets = honest;
  let session = '';
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(outlets.logLine(line, session)) };
  const app = await createApp({
    config: { ...config, secret: 'secret of the proofs' },
    database: { ...database, close: async () => undefined },
    logger: createLogger('debug', destination),
    version: '0.0.0-proof',
    limitScale: LIMIT_SCALE,
    eventLoopDelayMs: 0,
    onSecurityEvent: (line) => destination.write(JSON.stringify(line)),
  });
  await app.seedDemonstration();
  await app.openCity();
  const { server } = await app.start();
  const refusals: string[] = [];
  const sendHonestly = sendTo(server);
  const send: Send = async (route, input, caller) => {
    session = caller.headers.authorization ?? session;
    const answer = await sendHonestly(route, input, caller);
    const text = outlets.answer(route, answer.text);
    const given = JSON.stringify(input).toLowerCase();
    // Responses may contain what the caller sent.
    const isOwn = (marker: string) => given.includes(marker.toLowerCase());
    if (answer.status >= 400)
      refusals.push(text.replaceAll(anyMarker, (marker) => (isOwn(marker) ? '' : marker)));
    return { ...answer, text };
  };
  const environment = await createAccessEnvironment(database.pool, send);
  const context: CaseContext = { environment, pool: database.pool, send };
  return {
    context,
    asOwner: database.asOwner,
    /** The log, error responses and metrics since the last call. */
    async takeOutput() {
      const { body } = await server.inject({ method: 'GET', url: '/metrics' });
      return {
        log: lines.splice(0).join('\n'),
        refusals: refusals.splice(0).join('\n'),
        metrics: outlets.metrics(body),
      };
    },
    plant(faulty: Outlets): void {
      outlets = faulty;
    },
    close: () => app.close(),
  };
}
export type PrivacyServer = Awaited<ReturnType<typeof openPrivacyServer>>;
