// Promos in the small town of the bookings' tests: added by an admin, put on quotes, counted.
import { type EstimateView, routes } from '@kerb/contract';
import type { Promo, PromoInput } from '@kerb/domain/fare';
import type { Actor } from '../../../kit/index.ts';
import type { BookingWorld } from './booking-world.ts';

let count = 0;

export function createPromoTools(world: BookingWorld) {
  const apply = (actor: Actor, quote: string, promo: string, rider?: string) =>
    world.call<EstimateView>(actor, routes.applyPromo, quote, { promo, ...(rider ? { rider } : {}) });

  async function requirePromo(actor: Actor, estimate: string, promo: string, rider?: string): Promise<void> {
    const answer = await apply(actor, estimate, promo, rider);
    if (answer.status !== 200) throw new Error(`not applied: ${JSON.stringify(answer.body)}`);
  }

  return {
    apply,
    /** Flat 20.00 that anybody may use for a year, unless it is changed. */
    async add(change: Partial<PromoInput> = {}): Promise<Promo> {
      count += 1;
      const promo = {
        ...{ promo_name: `PROMO ${count}`, promo_discount_value: 20, promo_usage_limit: 1000 },
        promo_validity: world.now() + 365 * 86_400_000,
        ...change,
      };
      const answer = await world.call<Promo>(await world.addAdmin(), routes.addPromo, null, promo);
      if (answer.status !== 201) throw new Error(`not added: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    /** A booking request with a fresh estimate that the promo is on. */
    async request(
      actor: Actor,
      promo: string,
      change: Record<string, unknown> = {},
      journey: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> {
      const estimate = await world.estimate(actor, journey);
      await requirePromo(actor, estimate, promo);
      return { ...(await world.request(actor)), ...journey, estimate, promo, ...change };
    },
    /** How many uses the promo says it has, and how many there are. */
    async uses(promo: string): Promise<{ counted: number | null; written: number }> {
      const { rows } = await world.database.pool.query(
        `select (select user_avail from promo where id = $1) as counted,
                (select count(*)::int from promo_use where promo = $1) as written`,
        [promo],
      );
      return rows[0];
    },
  };
}

export type PromoTools = ReturnType<typeof createPromoTools>;
