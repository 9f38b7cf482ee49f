// Distinguishes complete typed dates from incomplete ones.
import type { Dayjs } from 'dayjs';

/** Value of a day field with an incomplete day, where a form must distinguish it from an empty field. */
export const incompleteDay = '????-??-??';

/** Whether a typed date is complete: the picker parses a half-typed year as a year in the distant past. */
export const isCompleteDate = (date: Dayjs): boolean =>
  date.isValid() && date.year() >= 2000 && date.year() <= 2199;
