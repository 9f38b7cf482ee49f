// What somebody is told of a chat message: who wrote, and its first words.
import { firstWords } from '@kerb/domain/chat';

export type ChatNoticeKind = 'chat_message';

interface ChatWords {
  named: string;
  unnamed: string;
  /** In place of the first words of a message that has none. */
  picture: string;
}

/** {name} is the first name of who wrote. */
const words: Readonly<Record<string, ChatWords>> = {
  en: { named: 'Message from {name}', unnamed: 'New message', picture: 'Sent a picture' },
  es: { named: 'Mensaje de {name}', unnamed: 'Mensaje nuevo', picture: 'Envió una foto' },
  ar: { named: 'رسالة من {name}', unnamed: 'رسالة جديدة', picture: 'أرسل صورة' },
};
const english: ChatWords = {
  named: 'Message from {name}',
  unnamed: 'New message',
  picture: 'Sent a picture',
};

/** In the reader's language, English where it has no entry; the words are those that were written. */
export function wordChatNotice(
  locale: string | undefined,
  name: string,
  message: string,
): { title: string; body: string } {
  const language = locale?.split('-')[0]?.toLowerCase() ?? 'en';
  const { named, unnamed, picture } = words[language] ?? english;
  const first = name.trim().split(/\s+/)[0] ?? '';
  return {
    title: first === '' ? unnamed : named.replace('{name}', () => first),
    body: message === '' ? picture : firstWords(message),
  };
}
