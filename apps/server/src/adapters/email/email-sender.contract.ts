// Contract test suite of all e-mail senders.
import { expect, it } from 'vitest';
import type { EmailMessage, EmailSender } from '../../ports/email.ts';

export const receiptMail: EmailMessage = {
  id: '0190a0c0-0000-7000-8000-000000000001',
  to: 'ana@kerb.example',
  subject: 'Your receipt: Núñez · إيصال',
  text: 'Total: $U 122.00\nGracias, Ana. شكرًا',
  html: '<p>Total: <b>$U&nbsp;122.00</b></p><p>Gracias, Ana. شكرًا</p>',
  language: 'es',
  attachments: [
    { filename: 'receipt-R-000001.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 …') },
  ],
  about: { bookingId: 'b1' },
};

/** A received message. */
export interface Arrived {
  to: string;
  subject: string;
  text: string;
}

interface Suite {
  sender: () => EmailSender;
  /** Messages received since the last call. */
  arrived: () => Promise<Arrived[]>;
}

export function emailSenderContract({ sender, arrived }: Suite): void {
  it('delivers subject and text to the one address, in any letters', async () => {
    await sender().send(receiptMail);
    const [message, ...more] = await arrived();
    expect(more).toEqual([]);
    expect(message).toMatchObject({ to: receiptMail.to, subject: receiptMail.subject });
    expect(message?.text).toContain(receiptMail.text);
  });

  it('puts a subject of several lines on one, so that no header can be added by it', async () => {
    await sender().send({ ...receiptMail, subject: 'Receipt\r\nBcc: eve@kerb.example\r\n\r\nHello\u0000' });
    const [message] = await arrived();
    expect(message?.subject).toBe('Receipt Bcc: eve@kerb.example Hello');
    expect(message?.to).toBe(receiptMail.to);
  });

  it.each([
    '',
    'ana',
    'ana@kerb.example, eve@kerb.example',
    'ana@kerb.example\r\nBcc: eve@kerb.example',
    'Ana <ana@kerb.example>',
    ' ana@kerb.example',
  ])('refuses %j as an address', async (to) => {
    await expect(sender().send({ ...receiptMail, to })).rejects.toMatchObject({ code: 'proper_email' });
    expect(await arrived()).toEqual([]);
  });
}
