// Returns the path to which a user was going before the sign-in; only paths of this app are accepted.

const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value);

/**
 * `state` is the router's state, set when a screen redirected to the sign-in; `search` contains `from` after a sign-in
 * at an external provider.
 */
export function returnPathOf(state: unknown, search: string): string | null {
  const given = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  const asked = given ?? new URLSearchParams(search).get('from');
  return isOwnPath(asked) ? asked : null;
}
