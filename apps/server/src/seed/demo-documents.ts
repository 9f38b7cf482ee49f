// The documents of a demonstration with a past: in order, about to expire, expired, and of an applicant who waits for
// review.
import type { DocumentKind } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import { calendarDay, isoDay, MS_PER_DAY, MS_PER_HOUR, parseDay } from '@kerb/domain/kernel';
import type { SeededDocument } from '../modules/driver-documents/index.ts';
import { type DemoDriver, demoId } from './people.ts';

/** How long the applicant has waited for a review at the first start, ms. */
const APPLIED_BEFORE_MS = 5 * MS_PER_HOUR;
const UPLOADED_BEFORE_MS = 60 * MS_PER_DAY;

/** A driver who signed up and waits for the review of an admin. */
export const demonstrationApplicant: DemoDriver = {
  person: {
    uid: demoId('applicant-1'),
    kind: 'driver',
    usertype: 'driver',
    firstName: 'Florencia',
    lastName: 'Bermúdez',
    mobile: '+59892000091',
    email: 'florencia.bermudez@kerb.example',
    referralId: 'florencia9001',
    rating: { count: 0, sum: 0 },
  },
  carType: 'comfort',
  vehicleMake: 'Toyota',
  vehicleModel: 'Corolla',
  vehicleNumber: 'SKR 4110',
  other_info: '',
  inFleet: false,
};

export const appliedAt = (now: number): number => now - APPLIED_BEFORE_MS;

interface Papers {
  mobile: string;
  /** Days from the first start to the last valid day; null for a document without one. */
  lastDays: Partial<Record<DocumentKind, number | null>>;
}

const papers: readonly Papers[] = [
  { mobile: demoMobile('driver', 1), lastDays: { licenseImage: 640, img1: null, img2: 150 } },
  { mobile: demoMobile('driver', 2), lastDays: { licenseImage: 410, img1: null, img2: 5 } },
  { mobile: demoMobile('driver', 4), lastDays: { licenseImage: 800, img2: 26 } },
  // Gets no offers; not among the 40 drivers whose cars the simulator moves by default.
  { mobile: demoMobile('simDriver', 60), lastDays: { licenseImage: -3, img1: null } },
  { mobile: demonstrationApplicant.person.mobile, lastDays: { licenseImage: 720 } },
];

export interface DocumentsInput {
  drivers: readonly DemoDriver[];
  /** Time of the first start, ms since the epoch. */
  now: number;
  timezone: string;
}

export function demonstrationDocuments({ drivers, now, timezone }: DocumentsInput): SeededDocument[] {
  const today = isoDay(calendarDay(now, timezone));
  const dayAfter = (days: number): string => isoDay(parseDay(today, days));
  return papers.flatMap(({ mobile, lastDays }) => {
    const owner = [...drivers, demonstrationApplicant].find(({ person }) => person.mobile === mobile);
    if (owner === undefined) return [];
    const isApplicant = owner === demonstrationApplicant;
    return (['licenseImage', 'img1', 'img2'] as const).flatMap((kind): SeededDocument[] => {
      const days = lastDays[kind];
      if (days === undefined) return [];
      return [
        {
          id: demoId(`document-${kind}-${mobile}`),
          uid: owner.person.uid,
          kind,
          uploadedAt: isApplicant ? appliedAt(now) : now - UPLOADED_BEFORE_MS,
          expiresOn: days === null ? null : dayAfter(days),
        },
      ];
    });
  });
}
