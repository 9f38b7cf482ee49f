// Loads the passkey library on first use, because loading it would make every start of the server a tenth longer.

export const loadWebAuthn = () => import('@simplewebauthn/server');
