// Presents a message with the field names of the specification.
import type { ChatMessage } from '@kerb/contract';
import type { MessageRow } from './chat.tables.ts';
import { imageAddress } from './chat-image-files.ts';

/** Formats a time as 2026-03-02 and 09:05 in the operator's time zone. */
function dayAndTime(at: number, timeZone: string): { msgDate: string; msgTime: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((one) => one.type === type)?.value ?? '';
  return {
    msgDate: `${part('year')}-${part('month')}-${part('day')}`,
    msgTime: `${part('hour')}:${part('minute')}`,
  };
}

export const presentMessage = (
  { booking, id, type, message, sender, source, at }: MessageRow,
  timeZone: string,
): ChatMessage => ({
  id,
  message,
  from: sender,
  type,
  image: type === 'image' ? imageAddress({ booking, id }) : null,
  ...dayAndTime(at, timeZone),
  source,
  at,
});
