// The text message with a sign-in code; its last line lets browsers fill the code in (WebOTP).

interface OtpMessage {
  /** The sentence with the code, in the reader's language. */
  text: string;
  otp: string;
  /** The domain that users sign in at; undefined for an IP address, which a code cannot be bound to. */
  host?: string | undefined;
}

/** "@domain #code" must be the last line, with the domain without a port: https://wicg.github.io/sms-one-time-codes. */
export function otpMessage({ text, otp, host }: OtpMessage): string {
  return host !== undefined && /^(?=.*[a-z])[a-z0-9.-]{1,253}$/i.test(host)
    ? `${text}\n\n@${host} #${otp}`
    : text;
}
