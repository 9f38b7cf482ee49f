// Rounds a place for viewers who may no longer see the exact address: street or quarter, and coordinates to about a
// block.
import type { AddressedPoint, LatLng } from '../geo/index.ts';

/** Three decimals of a degree: about 110 m from north to south. */
const ROUNDED_DECIMALS = 3;

/** Parts of an address are separated by the comma of their script. */
const SEPARATOR = /[,،、，;\n]\s*/u;
const HAS_DIGIT = /\p{Nd}/u;
const HAS_LETTER = /\p{L}/u;
/** "12", "1453A", "12-34", "12/3", "#34", "No.5", "12bis", "nº12" */
const NUMBER = /^(?:#|n[º°o]?\.?)?\p{Nd}[\p{Nd}\p{L}\-–/.º°#]*$/iu;
/** A number that is part of a name: "5th Avenue", "42nd Street", "3ª Avenida". */
const ORDINAL = /^\p{Nd}+(?:st|nd|rd|th|ª|º)$/iu;
/** Words that introduce a number and are removed together with it. */
const BESIDE_NUMBER = /^(?:#|n[º°]|no\.?|nro\.?|num\.?|número|number|km|bis|رقم)$/iu;
/** Words for parts inside a building. */
const UNIT =
  /^(?:ap(?:ar)?t(?:o|amento|ment)?|dp?to|depto|departamento|piso|floor|unit|suite|oficina|of|room|torre|block|bloque|local|casa|شقة|الطابق|طابق|مبنى|بناية)\.?$/iu;
/** A date that names a street, whose first number remains: "18 de Julio", "1º de Mayo", "9 de Abril 1810". */
const DAY_OF_YEAR = /^\p{Nd}{1,2}º?\s+(?:de|di|do|of)\s+\p{L}/iu;
/** Words of streets named by a number: "Calle 12", "Ruta 8", "Route 66", "شارع 15". */
const NUMBERED_STREET = /^(?:calle|carrera|avenida|av\.?|ruta|route|road|highway|avenue|street|rue|شارع)$/iu;

/**
 * Returns whether a word begins a part inside a building. "of" means an office except before a word: "Avenue of the
 * Americas".
 */
function isUnit(word: string, next = ''): boolean {
  if (word.toLowerCase() === 'of' && /^\p{L}{3}/u.test(next)) return false;
  return UNIT.test(word);
}

const wordsOf = (part: string): string[] => part.split(/\s/u).filter(Boolean);

/** Returns the words of a street name, without the house number and its suffixes. */
function streetOnly(part: string): string {
  const words = wordsOf(part);
  const keepsFirst = DAY_OF_YEAR.test(part);
  const nameWords: string[] = [];
  for (const [index, word] of words.entries()) {
    const isName =
      !HAS_DIGIT.test(word) ||
      ORDINAL.test(word) ||
      (index === 0 && keepsFirst) ||
      (index === 1 && NUMBERED_STREET.test(words[0] ?? '') && /^\p{Nd}{1,3}$/u.test(word));
    if (index > 0 && isUnit(word, words[index + 1])) break;
    if (isName) nameWords.push(word);
  }
  while (BESIDE_NUMBER.test(nameWords.at(-1) ?? '')) nameWords.pop();
  return nameWords.some((word) => HAS_LETTER.test(word)) ? nameWords.join(' ') : '';
}

/** Returns the words of a quarter or town without postal codes; empty for a part inside a building. */
function areaOnly(part: string): string {
  const words = wordsOf(part);
  if (words.some((word, index) => isUnit(word, words[index + 1]))) return '';
  const isName = (word: string) =>
    HAS_LETTER.test(word) && !HAS_DIGIT.test(word) && !BESIDE_NUMBER.test(word);
  return words.filter(isName).join(' ');
}

/**
 * Returns whether the part contains a street with a house number; a part before it is a place name: "Café Sol, Av.
 * Italia 2870".
 */
function isDoor(part: string): boolean {
  const words = wordsOf(part);
  const [first = '', second] = words;
  const isFlat = words.length === 2 && isUnit(first, second);
  return !isFlat && NUMBER.test(words.at(-1) ?? '') && streetOnly(part) !== '';
}

/**
 * Returns an address without the house number: street, quarter and town. Empty when it contains nothing else. An
 * ambiguous number is removed, because too little information is better than an exact address.
 */
export function roundedAddress(add: string): string {
  const parts = add.split(SEPARATOR).filter(Boolean);
  const [first = '', ...rest] = parts;
  // A place name before a street and its number identifies the address like the number does.
  const named = !HAS_DIGIT.test(first) && isDoor(rest[0] ?? '');
  const [street = '', ...areas] = named ? rest : parts;
  return [streetOnly(street), ...areas.map(areaOnly)].filter(Boolean).join(', ');
}

/** Rounds coordinates to about a block. */
export function roundedPoint({ lat, lng }: LatLng): LatLng {
  // Adding zero turns a negative zero into zero.
  const rounded = (degrees: number): number => Number(degrees.toFixed(ROUNDED_DECIMALS)) + 0;
  return { lat: rounded(lat), lng: rounded(lng) };
}

/** Rounds a place: coordinates to about a block, and the address without its house number. */
export function roundedPlace(place: AddressedPoint): AddressedPoint {
  const { lat, lng } = roundedPoint(place);
  return { lat, lng, add: roundedAddress(place.add) || `${lat}, ${lng}` };
}
