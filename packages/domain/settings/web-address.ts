// Validates web addresses and social media handles in the settings.

/** Name of a page as in the URL of the social network: letters, digits, dots, dashes, underscores. */
export const handlePattern = /^@?[A-Za-z0-9._-]{1,100}$/;

/** Returns whether the text is a safe link to a website: no scripts, files, passwords or relative addresses. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text)) return false;
  try {
    const { hostname, username, password } = new URL(text);
    return hostname.includes('.') && username === '' && password === '';
  } catch {
    return false;
  }
}
