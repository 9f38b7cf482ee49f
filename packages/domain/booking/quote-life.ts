// Validity of a quote's price: ten minutes, shared by the server and the booking form.
import { MS_PER_MINUTE } from '../kernel/index.ts';

export const QUOTE_MS = 10 * MS_PER_MINUTE;
