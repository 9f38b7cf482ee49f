// React hook that reads the code from the incoming text message where the browser supports it (WebOTP).
import { useEffect, useRef } from 'react';

type OtpRequest = CredentialRequestOptions & { otp: { transport: string[] } };

function codeOf(credential: Credential | null): string | null {
  return credential && 'code' in credential && typeof credential.code === 'string' ? credential.code : null;
}

/** Waits until the component unmounts; the browser asks for the user's consent before it returns the code. */
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
        // Rejected or aborted: the user types the code.
      },
    );
    return () => waiting.abort();
  }, []);
}
