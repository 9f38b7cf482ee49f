// Helpers for booking tests with promos: adds them as an admin, applies them to quotes, counts their uses.
import { type EstimateView, routes } from '@kerb/contract';
import type { Promo, PromoInput } from '@kerb/domain/fare';
import type { Actor } from '../../../kit/index.ts';
import type { BookingEnvironment } from './booking-environment.ts';

let count = 0;

export function createPromoTools(environment: BookingEnvironment) {
  const apply = (actor: Actor, quote: string, promo: string, rider?: string) =>
    environment.call<EstimateView>(actor, routes.applyPromo, quote, { promo, ...(rider ? { rider } : {}) });

  async function requirePromo(actor: Actor, estimate: string, promo: string, rider?: string): Promise<void> {
    const answer = await apply(actor, estimate, promo, rider);
    if (answer.status !== 200) throw new Error(`not applied: ${JSON.stringify(answer.body)}`);
  }

  return {
    apply,
    /** A flat discount of 20.00 for any rider, valid for a year; `change` overrides its fields. */
    async add(change: Partial<PromoInput> = {}): Promise<Promo> {
      count += 1;
      const promo = {
        promo_name: `PROMO ${count}`,
        promo_discount_value: 20,
        promo_usage_limit: 1000,
        promo_validity: environment.now() + 365 * 86_400_000,
        ...change,
      };
      const answer = await environment.call<Promo>(
        await environment.addAdmin(),
        routes.addPromo,
        null,
        promo,
      );
      if (answer.status !== 201) throw new Error(`not added: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    /** A booking request with a fresh estimate to which the promo is applied. */
    async request(
      actor: Actor,
      promo: string,
      change: Record<string, unknown> = {},
      journey: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> {
      const estimate = await environment.estimate(actor, journey);
      await requirePromo(actor, estimate, promo);
      return { ...(await environment.request(actor)), ...journey, estimate, promo, ...change };
    },
    /** The promo's use counter and the number of stored uses. */
    async uses(promo: string): Promise<{ counted: number | null; written: number }> {
      const { rows } = await environment.database.pool.query(
        `select (select user_avail from promos where id = $1) as counted,
                (select count(*)::int from promo_uses where promo = $1) as written`,
        [promo],
      );
      return rows[0];
    },
  };
}

export type PromoTools = ReturnType<typeof createPromoTools>;
