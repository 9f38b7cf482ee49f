// Presents a driver's hours on duty.
import type { Duty } from '@kerb/contract';
import type { DutyState } from '@kerb/domain/fleet';

export const presentDuty = (state: DutyState): Duty => ({
  worked_secs: state.worked_secs,
  unbroken_secs: state.unbroken_secs,
  until: state.until,
  rule: state.rule,
  limit_at: state.limit_at,
  break_due_at: state.break_due_at,
  break_ends_at: state.break_ends_at,
  allowed_from: state.allowed_from,
  refused: state.refused,
});
