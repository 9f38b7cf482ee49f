// Selects the social sign-ins a profile shows: those that can be connected, and connected ones that are no longer
// offered.
import type { SocialProvider } from '@kerb/contract';

export interface ShownProvider {
  readonly provider: SocialProvider;
  readonly connected: boolean;
}

const inOrder: readonly SocialProvider[] = ['google', 'apple', 'facebook'];

export function shownProviders(
  connected: readonly SocialProvider[],
  offered: readonly SocialProvider[],
): ShownProvider[] {
  return inOrder
    .filter((provider) => connected.includes(provider) || offered.includes(provider))
    .map((provider) => ({ provider, connected: connected.includes(provider) }));
}
