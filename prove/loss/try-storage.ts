// Makes the folder of photos and documents unwritable: uploads must return an error, no partial files may be left, and
// a retry must succeed.
import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { timed } from '../lib/wait-for.ts';
import { book, describeAnswer, prepareBooking } from './book.ts';
import { mountSmallDisk } from './small-disk.ts';
import type { LossTools } from './tools.ts';

const AT_ONCE_MS = 5_000;
const FILES_BYTES = 1_000_000;

export const storageLosses = ['cannot be written', 'is full'] as const;
export type StorageLoss = (typeof storageLosses)[number];

interface StorageOutage {
  /** Ends the outage. */
  giveBack(): void;
  end(): void;
}

/** Null when this machine does not support it. */
function breakStorage(loss: StorageLoss, { files }: LossTools): StorageOutage | null {
  switch (loss) {
    case 'cannot be written': {
      // A file in place of the folder makes writing fail for every user, including root.
      const users = join(files, 'users');
      renameSync(users, `${users}.away`);
      writeFileSync(users, '');
      return {
        giveBack() {
          rmSync(users);
          renameSync(`${users}.away`, users);
        },
        end: () => undefined,
      };
    }
    case 'is full': {
      const disk = mountSmallDisk(files, FILES_BYTES);
      if (disk === null) return null;
      disk.fill();
      return { giveBack: disk.free, end: disk.unmount };
    }
  }
}

const profile = z.looseObject({ profile_image: z.string() });

const leftParts = (files: string): string[] =>
  readdirSync(files, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.next'));

async function photoOf({ send }: LossTools, rider: Caller): Promise<number> {
  const { text } = await send('getMe', {}, rider);
  const image = profile.safeParse(JSON.parse(text)).data?.profile_image ?? '';
  const { status } = await send('getPhoto', { params: { id: image.split('/').at(-1) ?? '' } }, rider);
  return status;
}

/** One sentence for each violation; null when the outage cannot be simulated here. */
export async function tryStorage(
  loss: StorageLoss,
  tools: LossTools,
  meanwhile: () => void = () => undefined,
): Promise<string[] | null> {
  const { environment, send, files } = tools;
  const violations: string[] = [];
  const add = (text: string) => violations.push(`The store of files ${loss}: ${text}`);
  const rider = await environment.person('rider');
  const upload = (key: string) =>
    send('setPhoto', {}, { ...rider, headers: { ...rider.headers, 'idempotency-key': key } });
  await upload(randomUUID());
  const prepared = await prepareBooking(tools);
  const lost = breakStorage(loss, tools);
  if (lost === null) return null;
  const key = randomUUID();
  const refused = await timed(upload(key));
  const booked = await timed(book(tools, prepared));
  if (refused.answer.code !== 'unavailable') add(`an upload is answered ${describeAnswer(refused.answer)}`);
  if (booked.answer.status >= 300) add(`a booking is answered ${describeAnswer(booked.answer)}`);
  if (Math.max(refused.ms, booked.ms) > AT_ONCE_MS)
    add(`an upload takes ${refused.ms} ms, a booking ${booked.ms} ms`);
  lost.giveBack();
  meanwhile();
  const left = leftParts(files);
  if (left.length > 0) add(`parts of files are left: ${left.length}`);
  const again = await upload(key);
  if (again.status >= 300) add(`afterwards an upload is answered ${describeAnswer(again)}`);
  const shown = await photoOf(tools, rider);
  if (shown !== 200) add(`afterwards the photo is answered ${shown}`);
  lost.end();
  return violations;
}
