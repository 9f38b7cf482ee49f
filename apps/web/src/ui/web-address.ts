// Converts texts of the operator's settings to links; only valid web addresses become links.

const sites = { facebook: 'www.facebook.com', x: 'x.com', instagram: 'www.instagram.com' } as const;
export type SocialSite = keyof typeof sites;

/** Accepts "https://ride.example/terms", or "ride.example/terms" without a scheme; null for any other text. */
export function webAddress(text: string | undefined): string | null {
  const typed = text?.trim() ?? '';
  const address = /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]\S*)?$/i.test(typed) ? `https://${typed}` : typed;
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).href;
}

/** Address of a page on a social site, from its name there ("@kerb", "kerb.taxi") or its address. */
export function socialAddress(site: SocialSite, handle: string | undefined): string | null {
  const typed = handle?.trim() ?? '';
  const name = /^@?([\p{L}\p{N}._-]+)$/u.exec(typed)?.[1];
  return name === undefined ? webAddress(typed) : `https://${sites[site]}/${encodeURIComponent(name)}`;
}

/** A mailto: link; null if the text is not an e-mail address. */
export function mailAddress(email: string | undefined): string | null {
  const typed = email?.trim() ?? '';
  return /^[^\s@?&]+@[^\s@?&]+$/.test(typed) ? `mailto:${encodeURI(typed)}` : null;
}
