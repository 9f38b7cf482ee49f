// What is wrong with a reason as it is typed, by the server's own rules.
import { holdsHiddenLetters } from '@kerb/domain/kernel';

/** The key of what to say; null when nothing is wrong. */
export function reasonProblemOf(typed: string): 'reason_missing' | 'hidden_letters' | null {
  const label = typed.trim();
  if (label === '') return 'reason_missing';
  return holdsHiddenLetters(label) ? 'hidden_letters' : null;
}
