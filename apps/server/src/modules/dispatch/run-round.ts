// One round of the search for a driver: evaluates candidates, then sends offers or waits.
import { maxOpenOffers, planOfferRound } from '@kerb/domain/dispatch';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import type { PastRound } from './dispatch.repository.ts';
import { createPlanRound, type RoundSettings } from './plan-round.ts';
import { followOnOffers } from './rank-candidates.ts';
import { createRecordRound, type SearchStep } from './record-round.ts';

/** `scheduled`: a later trip whose offers are sent when the nearest driver has to leave. */
export type RoundOutcome = 'offered' | 'no_candidates' | 'scheduled';

export function createRunRound(deps: DispatchModuleDeps) {
  const { clock } = deps;
  const planRound = createPlanRound(deps);
  const { recordWaitingRound, recordOfferRound } = createRecordRound(deps);

  /** Violates `dispatch_round_once` when another server starts the same round. */
  return async function runRound(
    step: SearchStep,
    rounds: readonly PastRound[],
    settings: RoundSettings,
  ): Promise<RoundOutcome> {
    const plan = await planRound(step.booking, rounds, settings);
    const now = clock.now();
    if (plan.offerPlan !== null && now < plan.offerPlan.ask_at) {
      await recordWaitingRound(step, plan, plan.offerPlan);
      return 'scheduled';
    }
    const offers = planOfferRound(plan.policy, plan.eligible, { now, ...plan.terms });
    const maxOpen = maxOpenOffers(plan.policy);
    const followOns = followOnOffers(plan.candidates, now);
    const asked = await recordOfferRound(step, plan, { ...offers, maxOpen, followOns });
    return asked > 0 ? 'offered' : 'no_candidates';
  };
}
