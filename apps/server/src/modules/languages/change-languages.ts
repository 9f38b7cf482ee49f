// Common steps of every change of the languages: authorise, serialise, publish the change and invalidate the cache.
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, violatesUnique } from '../../kit/index.ts';
import type { LanguagesDeps } from './languages.deps.ts';
import { guardCriticalEdits } from './languages.policy.ts';
import { languagesRepository } from './languages.repository.ts';

export type Languages = ReturnType<typeof languagesRepository>;

/**
 * Runs the work in a transaction; throws `demo_mode`, and `name_taken` for a name or locale that another language has.
 */
export type ChangeLanguages = <Answer>(work: (languages: Languages) => Promise<Answer>) => Promise<Answer>;

export function createChangeLanguages(
  { withTx, settings }: Pick<LanguagesDeps, 'withTx' | 'settings'>,
  invalidate: () => void,
): ChangeLanguages {
  return async function changeLanguages(work) {
    guardCriticalEdits(await settings.get());
    try {
      const answer = await withTx(async (tx) => {
        const languages = languagesRepository(tx);
        await languages.lock();
        const done = await work(languages);
        await appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'languages' } });
        return done;
      });
      invalidate();
      return answer;
    } catch (error) {
      if (violatesUnique(error, 'language_locale_once') || violatesUnique(error, 'language_name_once'))
        throw new DomainError('name_taken');
      throw error;
    }
  };
}
