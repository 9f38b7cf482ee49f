// Tests the form of a broadcast message: validated by the server's rules, and preserved when another admin edits it.
import type { NotificationView } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { conflictOf, formOf, type NotificationForm, notificationResolver } from './notification-form.ts';

const typed: NotificationForm = {
  devicetype: 'IOS',
  usertype: 'driver',
  title: '🚕 مرحبا',
  body: '<b>One</b>\nTwo',
};
const message: NotificationView = {
  ...typed,
  id: 'n1',
  createdAt: 1,
  status: 'draft',
  version: 3,
  matched: 0,
  sent: 0,
  failed: 0,
  startedAt: null,
  finishedAt: null,
};
const wrong = async (change: Partial<NotificationForm>) => {
  const read = await notificationResolver({ ...typed, ...change }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.keys(read.errors).toSorted();
};

describe('the form of a message', () => {
  it('starts with the message, or with a new one for all users', () => {
    expect(formOf(message)).toEqual(typed);
    expect(formOf(null)).toEqual({ devicetype: 'All', usertype: 'All', title: '', body: '' });
  });

  it.each<[Partial<NotificationForm>, string[]]>([
    [{}, []],
    [{ title: ' ' }, ['title']],
    [{ title: 'x'.repeat(101) }, ['title']],
    [{ body: '' }, ['body']],
    [{ title: '', body: 'x'.repeat(1001) }, ['body', 'title']],
  ])('with %j is wrong in %j', async (change, fields) => {
    expect(await wrong(change)).toEqual(fields);
  });

  it('detects whether the message was changed, sent or deleted meanwhile', () => {
    expect(conflictOf(message)).toBe('changed');
    expect(conflictOf({ ...message, status: 'sending' })).toBe('sent');
    expect(conflictOf({ ...message, status: 'sent' })).toBe('sent');
    expect(conflictOf(undefined)).toBe('gone');
  });
});
