// Planted faults in code that depends on external services: wrapped calls, and changed rows and files.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Send } from '../../apps/server/src/testing/send-to.ts';
import type { PlantedLossFault } from './planted.ts';
import type { LossTools } from './tools.ts';
import { noticeFailures, tryGoneDevices, tryNotices, untilMailIsSent } from './try-notices.ts';
import { tryCardCharge, tryPaymentPage } from './try-payments.ts';
import { tryServiceBreakers } from './try-service-breakers.ts';
import { tryStorage } from './try-storage.ts';

const [quickFailure = { push: 'refuses connections', mail: 'refuses connections' } as const] = noticeFailures;

const withCalls = (tools: LossTools, plant: (real: Send) => Send): LossTools => ({
  ...tools,
  send: plant(tools.send),
});

/** Acknowledges calls of the route although the response is `unavailable`. */
const acknowledge =
  (route: string) =>
  (real: Send): Send =>
  async (name, input, caller) => {
    const answer = await real(name, input, caller);
    return name === route && answer.code === 'unavailable' ? { status: 204, code: '', text: '' } : answer;
  };

/** An adapter that ignores the errors of its provider, so that unsent messages count as sent. */
async function swallowErrors({ database }: LossTools): Promise<void> {
  await database.asOwner.query("update notice_deliveries set state = 'sent' where state = 'waiting'");
}

async function withoutRemovals(tools: LossTools): Promise<string[]> {
  const { asOwner } = tools.database;
  await asOwner.query(`
    create function proof_stay() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger proof_stay before delete on push_devices for each row execute function proof_stay()`);
  try {
    return await tryGoneDevices(tools);
  } finally {
    await asOwner.query('drop function proof_stay() cascade');
  }
}

/** A circuit breaker that never closes, so that its host stays unavailable. */
function withClosedMail(tools: LossTools): LossTools {
  const { mail } = tools.services;
  return {
    ...tools,
    services: { ...tools.services, mail: { ...mail, fail: (next) => mail.fail(next ?? 'answers 421') } },
  };
}

function chargeAgain({ services }: LossTools, payment: string): void {
  const { charges } = services.payments.culqi.account;
  const charge = charges.find(({ metadata }) => metadata.payment === payment);
  if (charge !== undefined) charges.push({ ...charge, id: `${charge.id}x` });
}

async function creditAgain({ environment, send }: LossTools, uid: string): Promise<void> {
  const body = { amount: 12, source: 'cash', reason: 'Planted' };
  await send('addToWallet', { params: { id: uid }, body }, await environment.person('admin'));
}

export const plantedServiceFaults: readonly PlantedLossFault[] = [
  {
    fault: 'a mailed code that was not sent is acknowledged',
    sign: /a mailed code is answered 204/,
    find: (tools) => tryNotices(quickFailure, withCalls(tools, acknowledge('sendEmailCode'))),
  },
  {
    fault: 'the adapters of mail and push messages swallow errors',
    sign: /of a message by browser, app and mail arrive 0, 0, 0/,
    find: (tools) => tryNotices(quickFailure, tools, () => swallowErrors(tools)),
  },
  {
    fault: 'a booking waits for the mail server',
    sign: /a booking is answered 503/,
    find: (tools) =>
      tryNotices(
        quickFailure,
        withCalls(tools, (real) => async (name, input, caller) => {
          if (name === 'createBooking') return { status: 503, code: 'unavailable', text: '{}' };
          return real(name, input, caller);
        }),
      ),
  },
  { fault: 'a device that is gone stays', sign: /are not removed/, find: withoutRemovals },
  {
    fault: 'a breaker never closes',
    sign: /Breakers do not close afterwards: .*mail server [12]/,
    async find(tools) {
      const found = await tryServiceBreakers(withClosedMail(tools));
      tools.services.mail.fail(null);
      // The next trial must begin with a closed circuit breaker, like all others.
      await untilMailIsSent(tools);
      return found;
    },
  },
  {
    fault: 'a repeated payment charges the card twice',
    isInShortForm: true,
    sign: /the card is charged 2400 cents/,
    find: (tools) => tryCardCharge('loses its answer', tools, (payment) => chargeAgain(tools, payment)),
  },
  {
    fault: 'a payment that is reported twice is credited twice',
    isInShortForm: true,
    sign: /the wallet is credited 2 × 2400/,
    find: (tools) => tryPaymentPage('refuses connections', tools, ({ uid }) => creditAgain(tools, uid)),
  },
  {
    fault: 'an upload that was not stored is acknowledged',
    isInShortForm: true,
    sign: /an upload is answered 204/,
    find: async (tools) =>
      (await tryStorage('cannot be written', withCalls(tools, acknowledge('setPhoto')))) ?? [],
  },
  {
    fault: 'a part of a file is left',
    isInShortForm: true,
    sign: /parts of files are left/,
    find: async (tools) => {
      const part = join(tools.files, 'planted.webp.next');
      const found = await tryStorage('cannot be written', tools, () => writeFileSync(part, ''));
      rmSync(part);
      return found ?? [];
    },
  },
];
