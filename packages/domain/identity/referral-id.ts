// How a referral id is made: the lowercased first name and a number from 1000 to 9999.

/** Letters only, without accents: "José María" → "josemaria". Blank names and other scripts give "kerb". */
export function referralStem(firstName: string): string {
  const letters = firstName
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return letters.slice(0, 20) || 'kerb';
}

/** `random` is in [0, 1). */
export function referralId(firstName: string, random: number): string {
  return `${referralStem(firstName)}${1000 + Math.floor(random * 9000)}`;
}
