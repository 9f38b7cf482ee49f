// The payouts that wait, as a CSV file for the bank.
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { ExportCsv } from '../../ui/export-csv.tsx';

export function ExportWithdraws() {
  const { t } = useTranslation();
  return (
    <ExportCsv
      text={t('withdraws_csv')}
      fileName="withdraws.csv"
      read={(options) => client.exportWithdraws({ query: { state: 'pending' } }, options)}
    />
  );
}
