// What somebody is told of a chat message: who wrote, and its first words.
import { firstWords } from '@kerb/domain/chat';

export type ChatNoticeKind = 'chat_message';

/** {name} is the first name of who wrote. */
const titles: Readonly<Record<string, { named: string; unnamed: string }>> = {
  en: { named: 'Message from {name}', unnamed: 'New message' },
  es: { named: 'Mensaje de {name}', unnamed: 'Mensaje nuevo' },
  ar: { named: 'رسالة من {name}', unnamed: 'رسالة جديدة' },
};
const english = { named: 'Message from {name}', unnamed: 'New message' };

/** In the reader's language, English where it has no entry; the words are those that were written. */
export function wordChatNotice(
  locale: string | undefined,
  name: string,
  message: string,
): { title: string; body: string } {
  const language = locale?.split('-')[0]?.toLowerCase() ?? 'en';
  const { named, unnamed } = titles[language] ?? english;
  const first = name.trim().split(/\s+/)[0] ?? '';
  return { title: first === '' ? unnamed : named.replace('{name}', () => first), body: firstWords(message) };
}
