// "Share my trip" dialog: shows what the recipient can see and until when, creates the link, and revokes it.
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import IosShareOutlined from '@mui/icons-material/IosShareOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { useShare } from './use-share.ts';

interface ShareDialogProps {
  readonly booking: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

const canHandOver = typeof navigator.share === 'function';

/** Dismissing the share sheet rejects the promise too, so a rejection is not an error. */
async function handOver(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch {
    // The link is still in the dialog and can be copied.
  }
}

export function ShareDialog({ booking, open, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const errorText = useErrorText();
  const share = useShare(booking);
  const start = async () => {
    const url = await share.make();
    if (url !== null && canHandOver) await handOver(url, t('share_subject'));
  };
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} variant="h3" component="h2">
        {t('share_title')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <WhatTheySee />
        {share.problem !== null && <Alert severity="error">{errorText(share.problem)}</Alert>}
        {share.ended && (
          <Alert severity="success" role="status">
            {t('share_ended')}
          </Alert>
        )}
        {share.link ? (
          <Link link={share.link} />
        ) : (
          <LoadingButton
            variant="contained"
            color="secondary"
            size="large"
            startIcon={<IosShareOutlined />}
            loading={share.busy}
            onClick={() => void start()}
          >
            {t('share_make')}
          </LoadingButton>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 2, justifyContent: share.link ? 'space-between' : 'flex-end' }}>
        {share.link && (
          <Button color="error" disabled={share.busy} onClick={() => void share.end()}>
            {t('share_stop')}
          </Button>
        )}
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function WhatTheySee() {
  const { t } = useTranslation();
  return (
    <Box>
      <Typography>{t('share_sees')}</Typography>
      <Typography sx={{ mt: 1 }} color="text.secondary">
        {t('share_hides')}
      </Typography>
    </Box>
  );
}

function Link({ link }: { link: { url: string; expiresAt: number } }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url);
      setCopied(true);
    } catch {
      // Copying failed: the user can select the displayed link and copy it.
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        component="bdi"
        dir="ltr"
        sx={{
          p: 1.5,
          borderRadius: '12px',
          bgcolor: 'background.subtle',
          fontSize: '0.875rem',
          overflowWrap: 'anywhere',
          userSelect: 'all',
        }}
      >
        {link.url}
      </Box>
      <Typography variant="body2" color="text.secondary">
        {t('share_until', { time: dateTime(link.expiresAt) })}
      </Typography>
      <Button
        variant="contained"
        color="secondary"
        size="large"
        startIcon={copied ? <CheckOutlined /> : <ContentCopyOutlined />}
        onClick={() => void copy()}
      >
        {copied ? t('share_copied') : t('share_copy')}
      </Button>
      {canHandOver && (
        <Button
          variant="outlined"
          color="inherit"
          size="large"
          startIcon={<IosShareOutlined />}
          onClick={() => void handOver(link.url, t('share_subject'))}
        >
          {t('share_send')}
        </Button>
      )}
    </Box>
  );
}
