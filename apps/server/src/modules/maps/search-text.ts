// Normalises names and queries the same way, so that "Aven. 18 julio" finds "Avenida 18 de Julio".

/** Spellings of words in Spanish, Portuguese and English addresses, by the word that is indexed. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  avenida: ['av', 'ave', 'avda', 'avd', 'aven', 'avenid', 'avenue'],
  bulevar: [
    'bv',
    'bvar',
    'blvr',
    'blvar',
    'boul',
    'boulevard',
    'boulevar',
    'bulevard',
    'bulvar',
    'blvd',
    'bld',
  ],
  camino: ['cno', 'cmno', 'cam'],
  rambla: ['rbla', 'rambl'],
  pasaje: ['pje', 'psje', 'pasage'],
  plaza: ['pza', 'plz', 'pza'],
  ruta: ['rta'],
  continuacion: ['cont', 'contin'],
  general: ['gral', 'gnral', 'gen'],
  doctor: ['dr', 'doc'],
  doctora: ['dra'],
  ingeniero: ['ing'],
  profesor: ['prof'],
  profesora: ['profa'],
  presidente: ['pte', 'pdte', 'presid'],
  coronel: ['cnel', 'cel'],
  capitan: ['cap', 'cptan'],
  teniente: ['tte', 'tnte'],
  comandante: ['cte', 'cmte', 'comte'],
  almirante: ['alte', 'almte'],
  brigadier: ['brig', 'brigr'],
  mariscal: ['mcal'],
  monsenor: ['mons', 'mns'],
  arquitecto: ['arq'],
  maestro: ['mtro'],
  maestra: ['mtra'],
  santa: ['sta'],
  santo: ['sto'],
  maria: ['ma'],
  hermanos: ['hnos'],
  hospital: ['hosp'],
  terminal: ['term'],
  shopping: ['shop'],
  escuela: ['esc'],
  edificio: ['edif', 'ed'],
  primero: ['1ro', '1o'],
  '8': ['ocho'],
  '18': ['dieciocho'],
  '19': ['diecinueve'],
  '25': ['veinticinco'],
};

const expansions = new Map(
  Object.entries(spellings).flatMap(([word, forms]) => forms.map((form) => [form, word] as const)),
);

/** Words that users add or omit freely; they are ignored in a name. */
const fillers = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'calle', 'the', 'of', 'no', 'nro', 'numero']);

/** Street types and titles, which have a lower weight than the rest of a name. */
const generic = new Set([
  ...Object.keys(spellings).filter((word) => !/^(maria|santa|santo|\d+)$/.test(word)),
  'don',
  'dona',
]);

/** Lower-case words without accents, in order: "José B. y Ordóñez" → jose, b, y, ordonez. */
export function plainWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The words to search: abbreviations expanded, fillers removed unless there is nothing else. */
export function searchWords(text: string): string[] {
  const spelled = plainWords(text).map((word) => expansions.get(word) ?? word);
  const meaningful = spelled.filter((word) => !fillers.has(word) && word !== 'y' && word !== 'e');
  return meaningful.length > 0 ? meaningful : spelled;
}

/** The indexed form of a name. */
export const searchText = (text: string): string => searchWords(text).join(' ');

/** The weight of a word in the ranking: 1 for a name, less for "avenida" or "doctor". */
export const wordWeight = (word: string): number => (generic.has(word) ? 0.35 : 1);

export interface AddressQuery {
  /** Words of the street or place, without the number of the building. */
  readonly street: string;
  /** House number, when the query ends with one (or starts with one of three or more digits). */
  readonly number: number | undefined;
  /** The whole first part, number included: "calle 12" may be a name. */
  readonly whole: string;
  /** Words after the first comma: suburb, city. */
  readonly area: string;
  /** Two streets, when the query reads as a corner: "18 de Julio y Ejido". */
  readonly corner: readonly [string, string] | undefined;
}

const CORNER = /\s+(?:y|e|esq\.?|esquina|con|and|&)\s+|\s*[&/]\s*/iu;
const MAX_HOUSE_NUMBER = 99_999;

/** Reads a typed query. Pure; an empty text gives empty fields. */
export function readQuery(text: string): AddressQuery {
  const [head = '', ...rest] = text.split(',');
  const halves = head.split(CORNER).map((half) => searchText(half));
  const [first, second] = halves;
  const words = withoutBegunFiller(searchWords(head));
  const { street, number } = splitNumber(words);
  return {
    street: street.join(' '),
    number,
    whole: words.join(' '),
    area: searchText(rest.join(' ')),
    corner: halves.length === 2 && first && second ? [first, second] : undefined,
  };
}

/** Removes a last letter that may be the beginning of a filler: "18 d" may become "18 de …". */
function withoutBegunFiller(words: readonly string[]): readonly string[] {
  const last = words[words.length - 1] ?? '';
  const isBegun =
    words.length > 1 && last.length === 1 && [...fillers].some((filler) => filler.startsWith(last));
  return isBegun ? words.slice(0, -1) : words;
}

function splitNumber(words: readonly string[]): { street: readonly string[]; number: number | undefined } {
  const withoutBis = words.length > 2 && words[words.length - 1] === 'bis' ? words.slice(0, -1) : words;
  const last = withoutBis[withoutBis.length - 1] ?? '';
  const first = words[0] ?? '';
  if (withoutBis.length > 1 && isHouseNumber(last)) {
    return { street: withoutBis.slice(0, -1), number: Number.parseInt(last, 10) };
  }
  if (words.length > 1 && /^\d{3,5}$/.test(first)) {
    return { street: words.slice(1), number: Number.parseInt(first, 10) };
  }
  return { street: words, number: undefined };
}

const isHouseNumber = (word: string): boolean =>
  /^\d{1,5}[a-z]?$/.test(word) && Number.parseInt(word, 10) <= MAX_HOUSE_NUMBER;
