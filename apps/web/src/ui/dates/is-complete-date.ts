// Distinguishes complete typed dates from incomplete ones.
import type { Dayjs } from 'dayjs';

/** Whether a typed date is complete: the picker parses a half-typed year as a year in the distant past. */
export const isCompleteDate = (date: Dayjs): boolean =>
  date.isValid() && date.year() >= 2000 && date.year() <= 2199;
