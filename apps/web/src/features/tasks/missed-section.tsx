// Collapsed section of the tasks screen with missed requests; its content is loaded when the driver opens it.
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

const MissedRequests = lazy(async () => ({
  default: (await import('./missed-requests.tsx')).MissedRequests,
}));

export function MissedSection() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box>
      <Button
        fullWidth
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandMoreOutlined sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
        sx={{ justifyContent: 'space-between', textAlign: 'start', minHeight: 48 }}
      >
        {t('missed_show')}
      </Button>
      <Box id={id} sx={{ px: 1, pt: open ? 1 : 0 }}>
        {open && (
          <Suspense
            fallback={
              <Loading>
                <Placeholder height={168} />
              </Loading>
            }
          >
            <MissedRequests />
          </Suspense>
        )}
      </Box>
    </Box>
  );
}
