// Takes the code straight out of the message that brings it, where the browser can (WebOTP).
import { useEffect, useRef } from 'react';

type OtpRequest = CredentialRequestOptions & { otp: { transport: string[] } };

function codeOf(credential: Credential | null): string | null {
  return credential && 'code' in credential && typeof credential.code === 'string' ? credential.code : null;
}

/** Waits until the screen is left; the browser asks the person before it hands the code over. */
export function useWebOtp(onCode: (code: string) => void): void {
  const newest = useRef(onCode);
  useEffect(() => {
    newest.current = onCode;
  });
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const waiting = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: waiting.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const code = codeOf(credential);
        if (code !== null && !waiting.signal.aborted) newest.current(code);
      },
      () => {
        // Refused, or left: the code is typed as everywhere else.
      },
    );
    return () => waiting.abort();
  }, []);
}
