// What a language says: the words of every kind of notice, {names} to be filled in, and the words filled in for some.
import type { DocumentKind } from '@kerb/contract';
import type { WordedKind } from './notice-catalogue.ts';

export interface NoticeText {
  title: string;
  body: string;
}

export interface NoticeLanguage {
  texts: Readonly<Record<WordedKind, NoticeText>>;
  documents: Readonly<Record<DocumentKind, string>>;
  /** For a driver without a name. */
  driver: string;
  /** The title of a chat message of somebody without a name. */
  newMessage: string;
  /** In place of the first words of a message that has none. */
  picture: string;
}
