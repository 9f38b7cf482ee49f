// The texts of the few pages that the server itself renders during a payment.
import { isolated, type ServerTextKey } from '@kerb/texts';
import type { ReaderTexts } from '../../languages/index.ts';

type Named<Key extends string> = Key extends `payment_page_${infer Name}` ? Name : never;
export type PageTextKey = Named<ServerTextKey>;

/** Isolates each inserted value: an amount keeps its direction inside an Arabic sentence. */
export const pageText = (
  { text }: ReaderTexts,
  key: PageTextKey,
  words: Readonly<Record<string, string>> = {},
): string =>
  text(
    `payment_page_${key}`,
    Object.fromEntries(Object.entries(words).map(([name, word]) => [name, isolated(word)])),
  );
