// Downloads all data stored about the user as a file.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offerFile } from '../../lib/offer-file.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';

export function ExportData() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  const download = async () => {
    setBusy(true);
    setDone(false);
    setProblem(null);
    try {
      const everything = await client.exportMe({}, { timeoutMs: 60_000 });
      const json = JSON.stringify(everything, null, 2);
      offerFile(new Blob([json], { type: 'application/json' }), 'my-data.json');
      setDone(true);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<DownloadOutlined />}
        loading={busy}
        loadingPosition="start"
        onClick={() => void download()}
        sx={{ minHeight: 44 }}
      >
        {t('export_download')}
      </Button>
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
