// Texts that run a script, load a file or calculate where a screen, a mail or a spreadsheet does not treat them as text.

export interface Payload {
  readonly kind: string;
  readonly text: string;
}

/** A host that does not exist: a request to it means that a text became part of a page. */
export const CANARY_HOST = 'kerb-canary.invalid';

/** The function that every page has, and that only a payload calls; its argument says which. */
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

/** The number in each payload that is part of a text. */
export const payloadsIn = (text: string): number[] =>
  [...text.matchAll(/xss\((\d+)\)/g)].map(([, id]) => Number(id));

export interface PayloadSource {
  /** The next kind that fits so many characters; null where none does. */
  next(most: number): Payload | null;
  /** One of each kind. */
  all(): Payload[];
  /** How many were made. */
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
