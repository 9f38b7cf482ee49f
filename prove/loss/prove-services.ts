// Makes external services and the file storage unavailable, each in every way.
import { type FrontFailure, frontFailures } from './http-front.ts';
import { providerFailures } from './provider-failures.ts';
import type { LossTools } from './tools.ts';
import { noticeFailures, tryGoneDevices, tryNotices } from './try-notices.ts';
import { tryCardCharge, tryPaymentPage } from './try-payments.ts';
import { tryRouting } from './try-routing.ts';
import { tryServiceBreakers } from './try-service-breakers.ts';
import { storageLosses, tryStorage } from './try-storage.ts';

interface Trial {
  readonly name: string;
  readonly isInShortForm: boolean;
  /** One sentence for each violation; null when it cannot be tried on this machine. */
  attempt(tools: LossTools): Promise<readonly string[] | null>;
}

const paymentFailures: readonly FrontFailure[] = [...providerFailures, ...frontFailures];

/** Groups that share nothing run in parallel; the trials of one group run one after the other. */
const groups: readonly (readonly Trial[])[] = [
  [
    ...noticeFailures.map((failure) => ({
      name: `mail ${failure.mail}, push messages ${failure.push}`,
      isInShortForm: failure.mail === 'answers 421',
      attempt: (tools: LossTools) => tryNotices(failure, tools),
    })),
    { name: 'devices that are gone', isInShortForm: true, attempt: tryGoneDevices },
    { name: 'breakers', isInShortForm: false, attempt: tryServiceBreakers },
  ],
  paymentFailures.map((failure) => ({
    name: `payment page ${failure}`,
    isInShortForm: failure === 'refuses connections',
    attempt: (tools: LossTools) => tryPaymentPage(failure, tools),
  })),
  paymentFailures.map((failure) => ({
    name: `card charge ${failure}`,
    isInShortForm: failure === 'loses its answer',
    attempt: (tools: LossTools) => tryCardCharge(failure, tools),
  })),
  storageLosses.map((loss) => ({
    name: `store of files ${loss}`,
    isInShortForm: loss === 'cannot be written',
    attempt: (tools: LossTools) => tryStorage(loss, tools),
  })),
  providerFailures.map((failure) => ({
    name: `routing engine ${failure}`,
    isInShortForm: false,
    attempt: async (tools: LossTools) => (tools.routing === null ? null : tryRouting(failure, tools)),
  })),
];

export interface ServicesReport {
  readonly tried: number;
  readonly violations: readonly string[];
  readonly notTried: readonly string[];
}

export async function proveServices(tools: LossTools): Promise<ServicesReport> {
  const violations: string[] = [];
  const notTried: string[] = [];
  let tried = 0;
  await Promise.all(
    groups.map(async (trials) => {
      for (const { name, attempt } of trials.filter(
        ({ isInShortForm }) => isInShortForm || !tools.size.isShort,
      )) {
        const found = await attempt(tools);
        if (found === null) notTried.push(name);
        else {
          tried += 1;
          violations.push(...found);
        }
      }
    }),
  );
  return { tried, violations, notTried };
}
