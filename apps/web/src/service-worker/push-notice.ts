// Parses a push message without trusting its sender: only a path of this app is opened.
import { addressOf } from '../lib/notices/screen-address.ts';

export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** A message replaces an earlier one with the same tag. */
  readonly tag: string | undefined;
  /** A path of this app. */
  readonly address: string;
}

/** Target of a message without a screen: the user's first screen. */
const HOME = '/';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The parameters whose value is a string. */
function paramsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => {
      const read = textOf(text);
      return read === undefined ? [] : [[key, read]];
    }),
  );
}

/** Parses JSON of the form {title, body, tag?, screen, params}; null for any other text. */
export function readPush(text: string): PushNotice | null {
  const message = parse(text);
  if (!isObject(message)) return null;
  const title = textOf(message.title) ?? '';
  if (title.trim() === '') return null;
  const leads = { screen: textOf(message.screen) ?? null, params: paramsOf(message.params) };
  return {
    title,
    body: textOf(message.body) ?? '',
    tag: textOf(message.tag),
    address: addressOf(leads) ?? HOME,
  };
}

/** Returns the path in a notification's data if it belongs to `origin`, else that of the first screen. */
export function ownAddress(data: unknown, origin: string): string {
  const url = isObject(data) ? textOf(data.url) : undefined;
  if (url === undefined || !URL.canParse(url, origin)) return HOME;
  const address = new URL(url, origin);
  return address.origin === origin ? `${address.pathname}${address.search}` : HOME;
}
