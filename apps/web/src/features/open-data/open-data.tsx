// Open data screen: API keys for regulators and partners, declarations, and the trips of each day as files.
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { type ShownResponse, shownResponse } from '../../lib/shown-response.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { KeyList } from './key-list.tsx';
import { Provider } from './provider.tsx';
import { TripFiles } from './trip-files.tsx';

/** Renders a section's content once it is loaded. */
function Shown<Answer>({
  rows,
  children,
}: {
  rows: ShownResponse<Answer>;
  children: (answer: Answer) => ReactNode;
}) {
  if (rows.answer !== null) return <>{children(rows.answer)}</>;
  if (rows.problem !== null) return <ErrorState problem={rows.problem} onRetry={rows.reload} />;
  return (
    <Loading>
      <Placeholder height={120} />
    </Loading>
  );
}

export function OpenData() {
  const { t } = useTranslation();
  const keys = shownResponse(answers.listPartnerKeys.useQuery());
  const provider = shownResponse(answers.getMobilityProvider.useQuery());
  const files = shownResponse(answers.listTripFiles.useQuery());
  return (
    <Box sx={{ '& > section:first-of-type': { borderTop: 0, pt: 1 } }}>
      <SettingsSection title={t('opendata_keys')} text={t('opendata_keys_text')}>
        <Shown rows={keys}>{({ items }) => <KeyList keys={items} />}</Shown>
      </SettingsSection>
      <SettingsSection title={t('opendata_provider')} text={t('opendata_provider_text')}>
        <Shown rows={provider}>{(answer) => <Provider provider={answer} />}</Shown>
      </SettingsSection>
      <SettingsSection title={t('opendata_files')} text={t('opendata_files_text')}>
        <Shown rows={files}>{({ items }) => <TripFiles files={items} />}</Shown>
      </SettingsSection>
    </Box>
  );
}
