// Texts that run a script, load a file or evaluate as a formula when a screen, an e-mail or a spreadsheet does not
// escape them.

export interface Payload {
  readonly kind: string;
  readonly text: string;
}

/** Host that does not exist: a request to it shows that a payload became part of a page. */
export const CANARY_HOST = 'kerb-canary.invalid';

/** Function that every page defines and only payloads call; its argument is the number of the payload. */
export const CANARY_FUNCTION = 'xss';

/** Most of them call the function, the others load from the host; `id` is different for each text. */
const kinds: readonly { readonly kind: string; readonly text: (id: number) => string }[] = [
  { kind: 'script', text: (id) => `<script>xss(${id})</script>` },
  { kind: 'image', text: (id) => `<img src=x onerror=xss(${id})>` },
  { kind: 'SVG', text: (id) => `<svg onload=xss(${id})>` },
  { kind: 'address of a script', text: (id) => `javascript:xss(${id})` },
  { kind: 'template', text: (id) => `{{xss(${id})}}\${xss(${id})}<%=xss(${id})%>` },
  { kind: 'end of an attribute', text: (id) => `"onfocus=xss(${id}) autofocus x="` },
  { kind: 'end of an attribute in single quotes', text: (id) => `'><img src=x onerror='xss(${id})` },
  { kind: 'formula', text: (id) => `=HYPERLINK("//${CANARY_HOST}/xss(${id})")` },
  { kind: 'link of Markdown', text: (id) => `[a](javascript:xss(${id}))` },
  { kind: 'letters that turn round', text: (id) => `\u202e<b onclick=xss(${id})>\u202c` },
  { kind: 'invisible letters', text: (id) => `<scr\u200bipt>xss(${id})</scr\u200bipt>` },
  { kind: 'comment', text: (id) => `<!--><img src=x onerror=xss(${id})>-->` },
  { kind: 'frame', text: (id) => `<iframe srcdoc="<script>parent.xss(${id})</script>">` },
  { kind: 'style', text: (id) => `<style>@import"//${CANARY_HOST}/xss(${id})"</style>` },
  { kind: 'address in a style', text: (id) => `red;background:url(//${CANARY_HOST}/xss(${id}))` },
  { kind: 'long', text: (id) => `<a href=//${CANARY_HOST}/xss(${id})>${'long '.repeat(35)}` },
];

export const kindsOfPayloads: readonly string[] = kinds.map(({ kind }) => kind);

/** The numbers of the payloads in a text. */
export const payloadsIn = (text: string): number[] =>
  [...text.matchAll(/xss\((\d+)\)/g)].map(([, id]) => Number(id));

export interface PayloadSource {
  /** The next kind that fits into `most` characters; null when no kind does. */
  next(most: number): Payload | null;
  /** One of each kind. */
  all(): Payload[];
  /** Number of payloads created so far. */
  count(): number;
}

export function createPayloads(): PayloadSource {
  let made = 0;
  const make = ({ kind, text }: (typeof kinds)[number]): Payload => {
    made += 1;
    return { kind, text: text(made) };
  };
  return {
    next(most) {
      const inOrder = kinds.map((_, index) => kinds[(made + index) % kinds.length]);
      const fitting = inOrder.find((kind) => kind !== undefined && kind.text(made + 1).length <= most);
      return fitting === undefined ? null : make(fitting);
    },
    all: () => kinds.map(make),
    count: () => made,
  };
}
