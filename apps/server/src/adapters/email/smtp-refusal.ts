// Tells a mail server's last word on a message from what may go another time.
import { z } from 'zod';
import { oneLine } from './check-message.ts';

/** What nodemailer says of a failure: at which step, and the three digits that the server answered with. */
const failure = z.object({ code: z.string(), responseCode: z.number() });

/** The envelope (sender, recipient) or the message itself was refused, not the connection, the greeting or the sign-in. */
const ABOUT_THE_MESSAGE = ['EENVELOPE', 'EMESSAGE'];
/** RFC 4954: who sends has to sign in, or in another way. That is the installation's to mend, and the message then goes. */
const ABOUT_SIGNING_IN = [530, 534, 535, 538];

/** RFC 5321, 4.2.1: after a 5yz answer the same message is not to be sent again in the same form; 4yz passes. */
export function isRefusedForGood(error: unknown): boolean {
  const { data } = failure.safeParse(error);
  if (data === undefined || !ABOUT_THE_MESSAGE.includes(data.code)) return false;
  return data.responseCode >= 500 && data.responseCode < 600 && !ABOUT_SIGNING_IN.includes(data.responseCode);
}

/** What the server said, on one line and without addresses: it is kept longer than some people's accounts are. */
export const answerOf = (error: unknown): string =>
  oneLine(
    (error instanceof Error ? error.message : 'The mail was not sent').replace(/\S+@\S+/g, '<address>'),
  );
