// Reads why a screen redirected to the sign-in: the path to return to, or the wrong role of a signed-in user.

const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value);

/**
 * `state` is the router's state, set when a screen redirected to the sign-in; `search` contains `from` after a sign-in
 * at an external provider. Only paths of this app are accepted.
 */
export function returnPathOf(state: unknown, search: string): string | null {
  const given = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  const asked = given ?? new URLSearchParams(search).get('from');
  return isOwnPath(asked) ? asked : null;
}

/** Whether a protected screen redirected here because it is not for the user's role. */
export const isFromWrongRole = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isWrongRole' in state && state.isWrongRole === true;
