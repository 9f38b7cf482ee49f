// Schema of every error response: application/problem+json (RFC 9457) with a code of the error catalogue.
import { z } from 'zod';

export const problem = z.object({
  status: z.number().int().meta({ description: 'The HTTP status, once more' }),
  title: z.string().meta({ description: 'What went wrong, in English' }),
  code: z
    .string()
    .meta({ description: 'Identifies the error; each operation lists the codes of its answers' }),
  detail: z.string().optional(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .meta({ description: 'The invalid fields, by dotted path' }),
  error: z.string().optional().meta({ description: 'The text of a hosted function’s error' }),
  requestId: z.string().optional().meta({ description: 'What to quote to the operator; with code internal' }),
});
