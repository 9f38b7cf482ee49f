// State of a document as an icon, a colour and a sentence.
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useDayText } from '../../lib/use-day-text.ts';
import type { DocumentState } from './document-state.ts';

const looks: Record<DocumentState['name'], { colour: string; Icon: ComponentType<SvgIconProps> }> = {
  missing: { colour: 'text.secondary', Icon: RadioButtonUncheckedOutlined },
  undated: { colour: 'success.main', Icon: CheckCircleOutlined },
  valid: { colour: 'success.main', Icon: CheckCircleOutlined },
  ending: { colour: 'warning.main', Icon: WarningAmberOutlined },
  expired: { colour: 'error.main', Icon: ErrorOutlineOutlined },
};

interface StateLineProps {
  readonly state: DocumentState;
  readonly own: boolean;
  readonly required: boolean;
}

export function StateLine({ state, own, required }: StateLineProps) {
  const { colour, Icon } = looks[state.name];
  const text = useStateText()(state, own, required);
  return (
    <Box sx={{ display: 'flex', gap: 1, color: colour, fontSize: '0.875rem', lineHeight: 1.45 }}>
      <Icon aria-hidden="true" sx={{ fontSize: 20, flexShrink: 0 }} />
      <span>{text}</span>
    </Box>
  );
}

function useStateText() {
  const { t } = useTranslation();
  const dayText = useDayText();
  return (state: DocumentState, own: boolean, required: boolean): string => {
    switch (state.name) {
      case 'missing':
        return required ? t('document_missing') : t('document_optional');
      case 'undated':
        return t('document_undated');
      case 'valid':
        return t('document_valid', { day: dayText(state.expiresOn) });
      case 'ending':
        return state.days === 0 ? t('document_last_day') : t('document_ending', { count: state.days });
      case 'expired': {
        const day = dayText(state.expiresOn);
        return own ? t('document_expired_mine', { day }) : t('document_expired_theirs', { day });
      }
    }
  };
}
