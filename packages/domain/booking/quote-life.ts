// How long the price of a quote is held: server and form count the same ten minutes.
import { MS_PER_MINUTE } from '../kernel/index.ts';

export const QUOTE_MS = 10 * MS_PER_MINUTE;
