// Which texts of the settings may be links, and which the name of a company's page elsewhere.

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
