// Tests that identifiers accept UUIDs of any version and nothing else.
import { describe, expect, it } from 'vitest';
import { bookingId, carTypeId, estimateId, sessionId, uid } from './ids.ts';

describe('ids', () => {
  it.each([bookingId, uid, carTypeId, estimateId, sessionId])('takes a UUIDv7 as it is', (schema) => {
    expect(schema.parse('0190163d-8694-739b-aea5-966c26f8ad91')).toBe('0190163d-8694-739b-aea5-966c26f8ad91');
    expect(schema.safeParse('42').success).toBe(false);
    expect(schema.safeParse('').success).toBe(false);
  });
});
