// React hook for the list of languages: export, make default, and open an import.
import type { LanguageChoice } from '@kerb/contract';
import { useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { offerFile } from '../../lib/offer-file.ts';
import { exportTexts } from './import-texts.ts';
import type { TextRow } from './text-rows.ts';
import { type Language, readSources, rowsOf } from './use-language-texts.ts';

export interface Importing {
  readonly language: Language;
  readonly rows: readonly TextRow[];
}

/** Downloads the texts as a file such as "de.json". */
export function offerTexts({ langLocale }: LanguageChoice, rows: readonly TextRow[]): void {
  offerFile(new Blob([exportTexts(rows)], { type: 'application/json' }), `${langLocale}.json`);
}

export function useLanguageTools() {
  const [edit] = answers.editLanguage.useMutation();
  const [importing, setImporting] = useState<Importing | null>(null);
  const read = async ({ id }: LanguageChoice): Promise<Importing> => {
    const sources = await readSources(id);
    return { language: sources.language, rows: rowsOf(sources) };
  };
  return {
    importing,
    closeImport: () => setImporting(null),
    /** These throw the ApiError of a rejected request. */
    openImport: async (language: LanguageChoice) => setImporting(await read(language)),
    exportAll: async (language: LanguageChoice) => offerTexts(language, (await read(language)).rows),
    makeDefault: async ({ id, version }: LanguageChoice) => {
      await edit({ params: { id }, body: { version, default: true } }).unwrap();
    },
  };
}
