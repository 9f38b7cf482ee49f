// Loads the library of passkeys when it is first needed: it would make every start of the server a tenth longer.

export const loadWebAuthn = () => import('@simplewebauthn/server');
