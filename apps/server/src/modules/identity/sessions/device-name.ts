// "Chrome on Android": what a session's client calls itself, in words.
import bowser from 'bowser';

/** '' without a user agent, or for an unknown one. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ');
}
