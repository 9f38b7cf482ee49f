// Banner that the network is lost, reconnecting or back, with the consequence; hidden while the network is fine.
import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import SyncOutlined from '@mui/icons-material/SyncOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Network } from '../lib/network/network.ts';
import { useNetwork } from '../lib/network/use-network.ts';

interface NetworkBannerProps {
  /** The consequence of being offline on this screen. */
  readonly offline: string;
}

export function NetworkBanner({ offline }: NetworkBannerProps) {
  const network = useNetwork();
  return (
    // Always mounted, so that screen readers announce changes.
    <Box role="status">{network !== 'fine' && <Banner network={network} offline={offline} />}</Box>
  );
}

const looks = {
  offline: { Icon: CloudOffOutlined, color: 'warning.main' },
  reconnecting: { Icon: SyncOutlined, color: 'text.secondary' },
  back: { Icon: CloudDoneOutlined, color: 'success.main' },
} as const;

function Banner({ network, offline }: NetworkBannerProps & { network: Exclude<Network, 'fine'> }) {
  const { t } = useTranslation();
  const { Icon, color } = looks[network];
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        mb: 2,
        px: 2,
        py: 1.25,
        borderRadius: '14px',
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.subtle',
      }}
    >
      <Icon aria-hidden sx={{ color, flexShrink: 0 }} />
      <Box sx={{ minWidth: 0 }}>
        <Box component="span" sx={{ display: 'block', fontWeight: 620 }}>
          {t(`network_${network}`)}
        </Box>
        {network === 'offline' && (
          <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.875rem' }}>
            {offline}
          </Box>
        )}
      </Box>
    </Box>
  );
}
