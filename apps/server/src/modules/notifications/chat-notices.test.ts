// The notice of a chat message, in every language and with names and words that people choose.
import { expect, test } from 'vitest';
import { wordChatNotice } from './chat-notices.ts';

test('names who wrote, by first name, and says the first words', () => {
  expect(wordChatNotice('en-GB', 'Ana Silva', 'I am\n at the corner')).toEqual({
    title: 'Message from Ana',
    body: 'I am at the corner',
  });
  expect(wordChatNotice('es', 'Ana', 'hola').title).toBe('Mensaje de Ana');
  expect(wordChatNotice('ar', 'Ana', 'hola').title).toBe('رسالة من Ana');
  expect(wordChatNotice('fi', 'Ana', 'moi').title).toBe('Message from Ana');
  expect(wordChatNotice(undefined, '$&', 'x').title).toBe('Message from $&');
});

test('somebody without a name still writes', () => {
  expect(wordChatNotice('en', ' ', 'x').title).toBe('New message');
  expect(wordChatNotice('es', '', 'x').title).toBe('Mensaje nuevo');
});

test('a picture without words is said to be one', () => {
  expect(wordChatNotice('en', 'Ana', '').body).toBe('Sent a picture');
  expect(wordChatNotice('es', 'Ana', '').body).toBe('Envió una foto');
});

test('a long message is cut', () => {
  const { body } = wordChatNotice('en', 'Ana', 'word '.repeat(200));
  expect(body.length).toBeLessThanOrEqual(81);
  expect(body.endsWith('…')).toBe(true);
});
