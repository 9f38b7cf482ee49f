// Table of words that the style guide forbids, each with its replacement, and a function that finds them in a file.

export interface BannedWord {
  readonly pattern: string;
  readonly instead: string;
}

/** Matched as whole words, ignoring case, after identifiers are split at capitals, dashes and underscores. */
export const bannedWords: readonly BannedWord[] = [
  {
    pattern: 'nobody|somebody|anybody|everybody',
    instead: 'the actor: no user, another user, the caller, any client',
  },
  { pattern: 'whoever|whomever', instead: 'the actor: the caller, any user who …' },
  { pattern: 'whatever', instead: 'any, regardless of' },
  { pattern: 'anew', instead: 'again' },
  { pattern: 'tell|tells|told|telling|teller|untold', instead: 'notify, report, publish, return, show' },
  { pattern: 'hear|hears|heard|hearing', instead: 'receive, subscribe' },
  { pattern: 'kept', instead: 'stored, cached, buffered, queued, retained' },
  { pattern: 'reckon|reckons|reckoned|reckoning', instead: 'compute, estimate' },
  { pattern: 'weigh|weighs|weighed|weighing', instead: 'rank, evaluate' },
  { pattern: 'coarse|coarsely', instead: 'rounded' },
  { pattern: 'patiently', instead: 'with retries' },
  { pattern: 'he|him|his|she|her|hers', instead: 'they, the driver, the rider' },
  { pattern: 'asking', instead: 'offer, offer round, request' },
  { pattern: 'newly', instead: 'new, unread' },
  { pattern: 'riddle|hush', instead: 'a plain description' },
  { pattern: 'the house(?! number)|house rules?', instead: 'the application, the other modules' },
  { pattern: 'the books', instead: 'the ledger' },
  { pattern: 'in one go', instead: 'in one transaction' },
  { pattern: 'way ahead', instead: 'remaining route' },
  { pattern: 'gives? up|gave up', instead: 'stops retrying, times out, aborts' },
  { pattern: 'goes away|went away|gone away', instead: 'disconnects, leaves' },
  { pattern: 'nothing of the kind', instead: 'none' },
  { pattern: 'is none', instead: 'does not exist, is not a …' },
  { pattern: 'no more than a', instead: 'at most, only' },
];

/** Exceptions: parts of lines, in the files that match, in which a word has a technical meaning or is quoted. */
export const allowed: readonly { readonly file: RegExp; readonly text: string; readonly reason: string }[] = [
  { file: /^packages\/texts\//, text: "'he'", reason: 'the language code of Hebrew' },
  {
    file: /^packages\/contract\/(routes\/me|openapi\/examples\/fields)\.ts$/,
    text: 'kept:',
    reason: 'a field of the public API',
  },
  { file: /\/tracking\//, text: 'kept:', reason: 'a field of the public API' },
  {
    file: /page\.ts$|languages\.dom\.test\.ts$|texts\.db\.test\.ts$|picker-locale\.test\.ts$/,
    text: "'he'",
    reason: 'Hebrew',
  },
  { file: /braintree\/page\.ts$/, text: "he: 'he_IL'", reason: 'Hebrew' },
  { file: /run-as\.ts$/, text: "'nobody'", reason: 'an account of Unix systems' },
  { file: /idempotency\.ts$/, text: "hash('kept'", reason: 'part of stored hashes' },
  { file: /^apps\/web\//, text: '(pointer: coarse)', reason: 'a media feature of CSS' },
  {
    file: /default-cancel-reasons\.ts$/,
    text: 'Nobody came to the pickup',
    reason: 'a default that operators may have stored',
  },
  { file: /locales\/en\/rider\.json$/, text: 'Asking', reason: 'the search for a driver, as riders read it' },
  { file: /locales\/en\/rider\.json$/, text: 'Tell the driver this code', reason: 'a code that is spoken' },
];

/** Text keys are exempt: databases contain them together with the texts that operators have changed. */
const textKey = /['`][a-z0-9]+(_[a-z0-9]+|_\$\{[^}]*\})+['`]/g;

export interface Found {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

const everyWord = new RegExp(`\\b(?:${bannedWords.map(({ pattern }) => pattern).join('|')})\\b`, 'gi');
const single = bannedWords.map(({ pattern, instead }) => ({
  instead,
  pattern: new RegExp(`^(?:${pattern.replace('(?! number)', '')})$`, 'i'),
}));

const split = (text: string): string =>
  text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[-_]/g, ' ');

/** Banned words in a file, its name included (line 0). */
export function findWords(path: string, text: string): Found[] {
  const exceptions = allowed.filter(({ file }) => file.test(path));
  return [path, ...text.split('\n')].flatMap((content, line) => {
    const checked = exceptions.reduce(
      (left, exception) => left.replaceAll(exception.text, ''),
      content.replaceAll(textKey, "''"),
    );
    return [...split(checked).matchAll(everyWord)].map(([word]) => ({
      line,
      word,
      instead: single.find(({ pattern }) => pattern.test(word))?.instead ?? '',
    }));
  });
}
