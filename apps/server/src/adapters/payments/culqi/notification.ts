// Handles Culqi's webhooks: they are unsigned, so only the event's id is used, and the event is queried.
import { z } from 'zod';
import { PaymentSignatureError, type ProviderRequest, type WebhookReading } from '../../../ports/payments.ts';
import { assertSignature, parseSigned } from '../signature.ts';
import type { Charge, CulqiClient } from './client.ts';

export interface Login {
  readonly user: string;
  readonly password: string;
}

const hintSchema = z.object({ id: z.string().regex(/^evt_(live|test)_\w{1,64}$/) });
/** A charge event contains the charge's id; a refund event refers to its charge. */
const dataSchema = z.object({
  id: z.string().nullish(),
  chargeId: z.string().nullish(),
  charge_id: z.string().nullish(),
});

/** Checks the user and password that Culqi's panel sends with webhooks: without them, anyone could cause calls to Culqi. */
function assertLogin({ headers }: ProviderRequest, login: Login): void {
  const encoded = Buffer.from(`${login.user}:${login.password}`).toString('base64');
  assertSignature(headers.authorization, `Basic ${encoded}`);
}

function chargeIdOf(data: unknown): string | null {
  try {
    const parsed = dataSchema.safeParse(typeof data === 'string' ? JSON.parse(data) : data);
    if (!parsed.success) return null;
    const { id, chargeId, charge_id } = parsed.data;
    return [chargeId, charge_id, id].find((name) => name?.startsWith('chr_')) ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads only the event's id from the request; everything else is queried at Culqi. Throws PaymentSignatureError for an
 * event that Culqi does not know.
 * https://docs.culqi.com/es/documentacion/pagos-online/webhooks
 */
export async function readNotification(
  request: ProviderRequest,
  login: Login,
  client: CulqiClient,
  reportOf: (charge: Charge) => Extract<WebhookReading, { kind: 'payment' }>['report'],
): Promise<WebhookReading> {
  assertLogin(request, login);
  const hint = hintSchema.safeParse(parseSigned(request.body));
  if (!hint.success) throw new PaymentSignatureError('This is no event of Culqi’s');
  const event = await client.getEvent(hint.data.id);
  if (!event || event.id !== hint.data.id) throw new PaymentSignatureError('Culqi knows no such event');
  const chargeId = /^(charge|refund)\./.test(event.type) ? chargeIdOf(event.data) : null;
  const charge = chargeId ? await client.getCharge(chargeId) : null;
  return charge
    ? { kind: 'payment', eventId: event.id, report: reportOf(charge) }
    : { kind: 'ignored', eventId: event.id, event: event.type };
}
