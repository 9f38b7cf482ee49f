// Which texts of the settings may be links, and the links to the pages of a company elsewhere.

/** The name of a page as it stands behind the network's address: letters, digits, dots, dashes, underscores. */
export const handlePattern = /^@?[A-Za-z0-9._-]{1,100}$/;

/** Whether a link of it leads to a website and nowhere else: no script, no file, no password, no address of this site. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text)) return false;
  try {
    const { hostname, username, password } = new URL(text);
    return hostname.includes('.') && username === '' && password === '';
  } catch {
    return false;
  }
}

const hosts = { facebook: 'www.facebook.com', x: 'x.com', instagram: 'www.instagram.com' } as const;

/** A link to a network's page by its handle; a whole web address stored earlier stays what it is. Null: no page. */
export function socialPage(network: keyof typeof hosts, stored: string): string | null {
  if (isWebAddress(stored)) return stored;
  return handlePattern.test(stored) ? `https://${hosts[network]}/${stored.replace(/^@/, '')}` : null;
}
