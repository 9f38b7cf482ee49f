// Where a user was going when the sign-in interrupted them: only ever a path of this app.

const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value);

/** `state` of the router for those sent here by a screen, `?from=` for those who come back from a provider. */
export function cameFrom(state: unknown, search: string): string | null {
  const given = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  const asked = given ?? new URLSearchParams(search).get('from');
  return isOwnPath(asked) ? asked : null;
}
