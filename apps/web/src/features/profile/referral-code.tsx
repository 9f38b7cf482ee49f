// The user's own referral code, with buttons to copy it and to share it with the device's share sheet.
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import IosShareOutlined from '@mui/icons-material/IosShareOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';

/** False after a failure: browsers block both on an insecure page, and users may dismiss the share sheet. */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}

export function ReferralCode({ code }: { code: string }) {
  const { t } = useTranslation();
  const appName = useSettings()?.appName ?? '';
  const [said, setSaid] = useState<'referral_copied' | 'referral_copy_failed' | null>(null);
  const canShare = 'share' in navigator;

  const copy = async () => {
    const copied = await attempt(() => navigator.clipboard.writeText(code));
    setSaid(copied ? 'referral_copied' : 'referral_copy_failed');
  };
  const share = () => {
    const text = t('referral_invitation', { app: appName, code });
    void attempt(() => navigator.share({ title: appName, text, url: window.location.origin }));
  };

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography
          component="output"
          aria-label={t('referral_code')}
          dir="ltr"
          className="tabular"
          sx={{
            px: 2,
            py: 1,
            borderRadius: '10px',
            bgcolor: 'background.subtle',
            fontSize: '1.125rem',
            fontWeight: 650,
            letterSpacing: '0.04em',
            userSelect: 'all',
            overflowWrap: 'anywhere',
          }}
        >
          {code}
        </Typography>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<ContentCopyOutlined />}
          onClick={() => void copy()}
          sx={{ minHeight: 44 }}
        >
          {t('referral_copy')}
        </Button>
        {canShare && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<IosShareOutlined />}
            onClick={share}
            sx={{ minHeight: 44 }}
          >
            {t('referral_share')}
          </Button>
        )}
      </Box>
      <Typography role="status" variant="body2" color="text.secondary">
        {said && t(said)}
      </Typography>
    </Box>
  );
}
