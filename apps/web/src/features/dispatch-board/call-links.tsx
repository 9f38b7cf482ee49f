// A person of a trip with links to call them.
import { isTypedNumber } from '@kerb/domain/countries';
import CallOutlined from '@mui/icons-material/CallOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useContactText } from '../../lib/use-contact-text.ts';

interface CallLinksProps {
  readonly name: string;
  /** Role of the person, or the plate of their car. */
  readonly about: string;
  /** Null while loading, and when it is hidden from the viewer. */
  readonly contact: string | null;
  readonly call: string;
  readonly text: string;
}

const isNumber = (contact: string | null): contact is string => contact !== null && isTypedNumber(contact);

export function CallLinks({ name, about, contact, call, text }: CallLinksProps) {
  const contactText = useContactText();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 600, fontSize: '0.9375rem' }}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography noWrap variant="body2" color="text.secondary">
          <bdi>{about}</bdi>
          {contact !== null && (
            <>
              {' · '}
              <bdi dir={isNumber(contact) ? 'ltr' : undefined}>{contactText(contact)}</bdi>
            </>
          )}
        </Typography>
      </Box>
      {isNumber(contact) && (
        <>
          <IconButton component="a" href={`tel:${contact}`} aria-label={call}>
            <CallOutlined fontSize="small" />
          </IconButton>
          <IconButton component="a" href={`sms:${contact}`} aria-label={text}>
            <SmsOutlined fontSize="small" />
          </IconButton>
        </>
      )}
    </Box>
  );
}
