// One notice: its text, time and unread mark, with a link to the screen it is about.
import type { NoticeView } from '@kerb/contract';
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { screenOf } from '../../lib/notices/screen-address.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';

interface NoticeRowProps {
  readonly notice: NoticeView;
  readonly isNew: boolean;
  readonly onOpen: () => void;
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  px: 2,
  py: 1.5,
  minHeight: 64,
  color: 'text.primary',
  textDecoration: 'none',
  'a&:hover': { bgcolor: 'background.subtle' },
  'a&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;

export function NoticeRow({ notice, isNew, onOpen }: NoticeRowProps) {
  const { user } = useAuth();
  const { direction } = useLanguage();
  const to = user && screenOf(notice, user.usertype);
  if (!to)
    return (
      <Box sx={row}>
        <Words notice={notice} isNew={isNew} />
      </Box>
    );
  return (
    <Box component={Link} to={to} onClick={onOpen} sx={row}>
      <Words notice={notice} isNew={isNew} />
      <ChevronRightOutlined
        aria-hidden="true"
        fontSize="small"
        sx={{ color: 'text.secondary', transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }}
      />
    </Box>
  );
}

function Words({ notice, isNew }: Omit<NoticeRowProps, 'onOpen'>): ReactNode {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <>
      <Box
        aria-hidden="true"
        sx={{
          width: 9,
          height: 9,
          borderRadius: '50%',
          flexShrink: 0,
          alignSelf: 'start',
          mt: 1,
          bgcolor: isNew ? 'error.main' : 'transparent',
        }}
      />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="p" dir="auto" sx={{ fontWeight: isNew ? 680 : 560 }}>
          {isNew && <bdi style={visuallyHidden}>{t('notices_new')}</bdi>} {notice.title}
        </Typography>
        {notice.body !== '' && (
          <Typography
            dir="auto"
            variant="body2"
            color="text.secondary"
            sx={{ whiteSpace: 'pre-line', textAlign: 'start', unicodeBidi: 'plaintext' }}
          >
            {notice.body}
          </Typography>
        )}
        <Typography variant="body2" color="text.secondary" className="tabular" sx={{ mt: 0.25 }}>
          {dateTime(notice.at)}
        </Typography>
      </Box>
    </>
  );
}
