// Downloads all data stored about the user as a file.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offerFile } from '../../lib/offer-file.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';

export function ExportData() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { busy, problem, run } = useSubmission();
  const [done, setDone] = useState(false);

  const download = async () => {
    setDone(false);
    const everything = await client.exportMe({}, { timeoutMs: 60_000 });
    const json = JSON.stringify(everything, null, 2);
    offerFile(new Blob([json], { type: 'application/json' }), 'my-data.json');
    setDone(true);
  };

  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <LoadingButton
        variant="outlined"
        color="inherit"
        startIcon={<DownloadOutlined />}
        loading={busy}
        loadingPosition="start"
        onClick={() => void run(download)}
        sx={{ minHeight: 44 }}
      >
        {t('export_download')}
      </LoadingButton>
      <Typography role="status" variant="body2" color="text.secondary">
        {done && t('export_done')}
      </Typography>
      {problem !== null && (
        <Typography role="alert" variant="body2" color="error">
          {errorText(problem)}
        </Typography>
      )}
    </Box>
  );
}
