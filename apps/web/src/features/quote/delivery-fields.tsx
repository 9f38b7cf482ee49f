// Fields of a delivery: recipient, and instructions for pickup and destination.
import type { FieldIssues, InstructionData } from '@kerb/domain/booking';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

interface DeliveryFieldsProps {
  readonly instructions: InstructionData;
  readonly issues: FieldIssues;
  readonly onChange: (instructions: InstructionData) => void;
}

/** Maximum lengths, as in the schema. */
const longest = { deliveryPerson: 120, deliveryPersonPhone: 40, instructions: 500 } as const;

export function DeliveryFields({ instructions, issues, onChange }: DeliveryFieldsProps) {
  const { t } = useTranslation();
  const set = (change: Partial<InstructionData>) => onChange({ ...instructions, ...change });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        label={t('delivery_person')}
        value={instructions.deliveryPerson}
        onChange={(event) => set({ deliveryPerson: event.target.value })}
        error={issues.deliveryPerson !== undefined}
        helperText={issues.deliveryPerson === undefined ? undefined : t('delivery_person_missing')}
        required
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: longest.deliveryPerson }, inputLabel: { required: false } }}
      />
      <TextField
        label={t('delivery_phone')}
        type="tel"
        value={instructions.deliveryPersonPhone}
        onChange={(event) => set({ deliveryPersonPhone: event.target.value })}
        error={issues.deliveryPersonPhone !== undefined}
        helperText={issues.deliveryPersonPhone === undefined ? undefined : t('delivery_phone_wrong')}
        required
        autoComplete="off"
        slotProps={{
          htmlInput: { maxLength: longest.deliveryPersonPhone, dir: 'ltr' },
          inputLabel: { required: false },
        }}
      />
      <TextField
        label={t('pickup_instructions')}
        value={instructions.pickUpInstructions}
        onChange={(event) => set({ pickUpInstructions: event.target.value })}
        helperText={t('pickup_instructions_help')}
        multiline
        maxRows={4}
        slotProps={{ htmlInput: { maxLength: longest.instructions } }}
      />
      <TextField
        label={t('delivery_instructions')}
        value={instructions.deliveryInstructions}
        onChange={(event) => set({ deliveryInstructions: event.target.value })}
        helperText={t('delivery_instructions_help')}
        multiline
        maxRows={4}
        slotProps={{ htmlInput: { maxLength: longest.instructions } }}
      />
    </Box>
  );
}
