// The whole list of people as a CSV file, while contact data is not hidden.
import type { RouteInput, Routes } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { ExportCsv } from '../../ui/export-csv.tsx';

export type ExportQuery = NonNullable<RouteInput<Routes['exportUsers']>['query']>;

export function ExportPeople({ query, fileName }: { query: ExportQuery; fileName: string }) {
  const { t } = useTranslation();
  return (
    <ExportCsv
      text={t('people_export')}
      fileName={fileName}
      read={(options) => client.exportUsers({ query }, options)}
    />
  );
}
