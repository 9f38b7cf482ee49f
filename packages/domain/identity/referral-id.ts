// Creates referral ids: the lowercased first name and a number from 1000 to 9999.

/**
 * Returns the letters of a name without accents: "José María" → "josemaria". Blank names and names in other scripts
 * give "kerb".
 */
export function referralStem(firstName: string): string {
  const letters = firstName
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return letters.slice(0, 20) || 'kerb';
}

/** `random` must be in [0, 1). */
export function referralId(firstName: string, random: number): string {
  return `${referralStem(firstName)}${1000 + Math.floor(random * 9000)}`;
}
