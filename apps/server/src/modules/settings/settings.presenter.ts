// What the API shows of a reason to cancel.
import type { CancelReason } from './settings.repository.ts';

export const presentReason = ({ value, label }: CancelReason) => ({ value, label });
