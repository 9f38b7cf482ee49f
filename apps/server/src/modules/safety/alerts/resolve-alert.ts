// Resolves an alert: once, by one admin, with a note.
import type { SafetyAlert } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { publishAlertChanged } from '../safety.events.ts';
import { alertRepository } from './alert.repository.ts';
import { createPresentAlerts } from './present-alert.ts';

/** Throws `not_found`, and `already_processed` when another admin has resolved the alert. */
export function createResolveAlert(deps: SafetyDeps) {
  const present = createPresentAlerts(deps);
  return async function resolveAlert(actor: Actor, id: string, note: string): Promise<SafetyAlert> {
    const resolved = await deps.withTx(async (tx) => {
      const alerts = alertRepository(tx);
      const alert = await alerts.resolve(id, { uid: actor.uid, at: deps.clock.now(), note });
      if (!alert)
        throw new DomainError((await alerts.find(id)) === undefined ? 'not_found' : 'already_processed');
      await publishAlertChanged(tx, alert);
      return alert;
    });
    const [shown] = await present([resolved]);
    if (!shown) throw new DomainError('not_found');
    return shown;
  };
}
