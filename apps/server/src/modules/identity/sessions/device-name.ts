// "Chrome on Android": what a session's client calls itself, in words.
import bowser from 'bowser';

/** '' when the client did not say or says nothing that is known. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ');
}
