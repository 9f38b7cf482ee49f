// Validates the text of a cancellation reason while it is typed, by the server's rules.
import { hasInvisibleCharacters } from '@kerb/domain/kernel';

/** The language key of the message; null for a valid text. */
export function reasonProblemOf(typed: string): 'reason_missing' | 'hidden_letters' | null {
  const label = typed.trim();
  if (label === '') return 'reason_missing';
  return hasInvisibleCharacters(label) ? 'hidden_letters' : null;
}
