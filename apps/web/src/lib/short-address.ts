// Shortens the addresses of a table by the city and country that most of them share.

/** Removes the postal code, because codes differ within one city. */
const nameOf = (part: string): string =>
  part
    .replace(/[\d-]+/g, '')
    .trim()
    .toLocaleLowerCase();

const partsOf = (address: string): string[] => address.split(/[,،]\s*/).filter((part) => part.trim() !== '');

/** The parts after the first comma that occur in at least half of the addresses, and in more than one. */
export function repeatedParts(addresses: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const address of addresses)
    for (const name of new Set(partsOf(address).slice(1).map(nameOf)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const least = Math.max(2, addresses.length / 2);
  return new Set([...counts].filter(([, count]) => count >= least).map(([name]) => name));
}

/**
 * Removes repeated parts from the end of an address. The street always stays, and so does a part that is followed by
 * one that is not repeated.
 */
export function shortAddress(address: string, repeated: ReadonlySet<string>): string {
  const parts = partsOf(address);
  while (parts.length > 1 && repeated.has(nameOf(parts.at(-1) ?? ''))) parts.pop();
  return parts.join(', ');
}

/** Splits off a house number at the end, with the space before it; `number` is '' without one. */
export function withoutNumber(address: string): { street: string; number: string } {
  const [, street, number] = /^(.*\S)(\s\d+\p{L}?)$/u.exec(address) ?? [];
  return street === undefined || number === undefined ? { street: address, number: '' } : { street, number };
}
