// React hook that counts the missing texts of each language, computed from the texts once the list is shown.
import type { LanguageChoice } from '@kerb/contract';
import { useCallback, useEffect, useState } from 'react';
import { countMissing } from './text-rows.ts';
import { readSources, rowsOf } from './use-language-texts.ts';

const keyOf = ({ id, version }: LanguageChoice) => `${id}@${version}`;

/** The result gives undefined for a language that is not counted yet, or whose texts could not be loaded. */
export function useMissingCounts(
  languages: readonly LanguageChoice[],
): (language: LanguageChoice) => number | undefined {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const wanted = languages.find((language) => !counts.has(keyOf(language))) ?? null;
  // Sequential on purpose: the counts are not urgent.
  useEffect(() => {
    if (wanted === null) return;
    let current = true;
    const counted = (count: number) =>
      current && setCounts((before) => new Map(before).set(keyOf(wanted), count));
    readSources(wanted.id).then(
      (sources) => counted(countMissing(rowsOf(sources))),
      () => counted(Number.NaN),
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return useCallback(
    (language) => {
      const count = counts.get(keyOf(language));
      return Number.isNaN(count) ? undefined : count;
    },
    [counts],
  );
}
