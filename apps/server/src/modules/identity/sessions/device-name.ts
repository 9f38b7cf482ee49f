// Formats a user agent as a name for users, such as "Chrome on Android".
import bowser from 'bowser';

/** Empty without a user agent and for an unknown one. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ');
}
