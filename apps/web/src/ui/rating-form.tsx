// Rates the other party of a trip: one to five stars, an optional comment, or skipping it.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { PrimaryAction } from './primary-action.tsx';
import { ProblemText } from './problem-text.tsx';
import { RatingInput } from './rating-stars.tsx';

export interface GivenRating {
  /** Stars from 1 to 5; null if the rating was skipped. */
  readonly rating: number | null;
  readonly comment?: string;
}

interface RatingFormProps {
  readonly question: string;
  readonly commentLabel: string;
  readonly sendLabel: string;
  readonly skipLabel: string;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly onSend: (given: GivenRating) => void;
  /** Content below the comment field. */
  readonly children?: ReactNode;
}

const COMMENT_LENGTH = 500;

export function RatingForm(props: RatingFormProps) {
  const { question, commentLabel, sendLabel, skipLabel, busy, problem, onSend, children } = props;
  const [rating, setRating] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const word = comment.trim();
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (rating !== null) onSend({ rating, ...(word === '' ? {} : { comment: word }) });
      }}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Typography variant="h5" component="p" sx={{ textAlign: 'center' }}>
        {question}
      </Typography>
      <RatingInput label={question} value={rating} onChange={setRating} />
      {rating !== null && (
        <TextField
          multiline
          minRows={2}
          label={commentLabel}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          slotProps={{ htmlInput: { maxLength: COMMENT_LENGTH, dir: 'auto' } }}
        />
      )}
      {children}
      <ProblemText problem={problem} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          onClick={() => onSend({ rating: null })}
          disabled={busy}
          sx={{ flexShrink: 0, minHeight: 44 }}
        >
          {skipLabel}
        </Button>
        <PrimaryAction type="submit" disabled={rating === null} loading={busy}>
          {sendLabel}
        </PrimaryAction>
      </Box>
    </Box>
  );
}
