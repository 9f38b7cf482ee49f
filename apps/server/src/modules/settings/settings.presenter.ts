// Presents a cancel reason.
import type { CancelReason } from '@kerb/contract';

export const presentReason = ({ value, label, translations = {} }: CancelReason): CancelReason => ({
  value,
  label,
  ...(Object.keys(translations).length > 0 ? { translations } : {}),
});
