// SQL of the directory: the list of users in the console, read from the view people_directory.
import type { DriverDuty, Review, UserSort } from '@kerb/contract';
import { isTypedNumber } from '@kerb/domain/countries';
import type { LoginType, ManagedScope, Usertype } from '@kerb/domain/identity';
import type { Minor } from '@kerb/domain/kernel';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export interface DirectoryRow {
  uid: string;
  usertype: Usertype;
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
  login_type: LoginType;
  lang_locale: string | null;
  date_locale: string | null;
  approved: boolean;
  review: Review;
  review_reason: string;
  created_by_admin: boolean;
  referral_id: string;
  signup_via_referral: string | null;
  profile_image: string | null;
  bank_name: string;
  bank_code: string;
  bank_account: string;
  rating_count: number;
  rating_sum: number;
  created_at: number;
  wallet_balance: Minor;
  /** The uid when the user is a driver; null, like all the following columns, when they are not. */
  driver: string | null;
  car_type: string | null;
  car_type_name: string | null;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_number: string | null;
  other_info: string | null;
  driver_active_status: boolean | null;
  queue: boolean | null;
  fleetadmin: string | null;
  fleetadmin_first_name: string | null;
  fleetadmin_last_name: string | null;
  documents: number;
  documents_valid_until: number | null;
  vehicle_changed_at: number | null;
}

/** Columns for sorting and filtering that a row does not show. */
interface SortColumns {
  /** Time of the driver's last position, ms since the epoch. */
  seen_at: number | null;
  by_first_name: string;
  by_last_name: string;
  by_email: string;
  by_rating: number;
  by_vehicle_number: string;
  by_review: number;
  by_duty: number;
  by_documents: number;
  by_car_type: string;
  by_fleetadmin: string;
}

type DirectoryTables = { people_directory: DirectoryRow & SortColumns };
type DirectoryQuery<O> = SelectQueryBuilder<DirectoryTables, 'people_directory', O>;

export interface DirectoryFilter {
  usertype?: Usertype | undefined;
  review?: Review | undefined;
  duty?: DriverDuty | undefined;
  /** Drivers without documents, or with a document that expires by `dueUntil`, ms since the epoch. */
  documents?: 'none' | { dueUntil: number } | undefined;
  carType?: string | undefined;
  fleetadmin?: string | undefined;
  /** Only approved drivers with these uids; undefined for no restriction. */
  among?: readonly string[] | undefined;
  q?: string | undefined;
  /** Whether `q` is also searched in e-mail and mobile. */
  searchContact: boolean;
  /** Drivers on duty whose last position is older than this are stale; ms since the epoch. */
  staleBefore: number;
}

export type SortValue = string | number;

export interface DirectoryPage {
  sort: UserSort;
  order: 'asc' | 'desc';
  /** The last row of the previous page. */
  after: { value: SortValue; id: string } | null;
  limit: number;
}

/** A row with the value that it was sorted by. */
export type SortedRow = DirectoryRow & { sort_value: SortValue };

const sortColumns = {
  createdAt: 'created_at',
  firstName: 'by_first_name',
  lastName: 'by_last_name',
  email: 'by_email',
  mobile: 'mobile',
  walletBalance: 'wallet_balance',
  rating: 'by_rating',
  vehicleNumber: 'by_vehicle_number',
  review: 'by_review',
  duty: 'by_duty',
  documents: 'by_documents',
  carType: 'by_car_type',
  fleetadmin: 'by_fleetadmin',
} as const satisfies Record<UserSort, keyof (DirectoryRow & SortColumns)>;

const columns = [
  'uid',
  'usertype',
  'first_name',
  'last_name',
  'email',
  'mobile',
  'login_type',
  'lang_locale',
  'date_locale',
  'approved',
  'review',
  'review_reason',
  'created_by_admin',
  'referral_id',
  'signup_via_referral',
  'profile_image',
  'bank_name',
  'bank_code',
  'bank_account',
  'rating_count',
  'rating_sum',
  'created_at',
  'wallet_balance',
  'driver',
  'car_type',
  'car_type_name',
  'vehicle_make',
  'vehicle_model',
  'vehicle_number',
  'other_info',
  'driver_active_status',
  'queue',
  'fleetadmin',
  'fleetadmin_first_name',
  'fleetadmin_last_name',
  'documents',
  'documents_valid_until',
  'vehicle_changed_at',
] as const satisfies readonly (keyof DirectoryRow)[];

/** Restricts a query to the users in the caller's scope. */
const inScope = <O>(query: DirectoryQuery<O>, scope: ManagedScope): DirectoryQuery<O> =>
  scope.of === 'all'
    ? query
    : query.where('usertype', '=', 'driver').where('fleetadmin', '=', scope.fleetadmin);

/**
 * LIKE pattern of a search. A text is searched as typed. A number is searched without its separators and without
 * leading zeros (trunk and international prefixes), because mobiles are stored in E.164.
 */
function searchPattern(q: string): string {
  const text = isTypedNumber(q) ? q.replaceAll(/[\s().-]/g, '').replace(/^0+(?=\d)/, '') : q;
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** SQL of an approved driver's duty state; positions are saved every few seconds. */
const dutyOf = (staleBefore: number) => sql<DriverDuty>`case
  when not driver_active_status and not queue then 'off'
  when coalesce(seen_at, 0) < ${staleBefore} then 'stale'
  when queue then 'busy' else 'free' end`;

const onlyApprovedDrivers = <O>(query: DirectoryQuery<O>): DirectoryQuery<O> =>
  query.where('driver', 'is not', null).where('approved', '=', true);

/** Admins are listed only with a filter for them (specification §5). */
function matching<O>(query: DirectoryQuery<O>, filter: DirectoryFilter): DirectoryQuery<O> {
  const { usertype, review, duty, documents, carType, fleetadmin, among, q, searchContact, staleBefore } =
    filter;
  let wanted = usertype ? query.where('usertype', '=', usertype) : query.where('usertype', '<>', 'admin');
  if (review === 'waiting')
    wanted = wanted.where((where) =>
      where.or([
        where('review', '=', review),
        where.and([where('approved', '=', true), where('vehicle_changed_at', 'is not', null)]),
      ]),
    );
  else if (review) wanted = wanted.where('review', '=', review);
  if (duty) wanted = onlyApprovedDrivers(wanted).where(dutyOf(staleBefore), '=', duty);
  if (among) wanted = onlyApprovedDrivers(wanted).where('uid', '=', sql<string>`any(${[...among]}::uuid[])`);
  if (documents === 'none') wanted = wanted.where('driver', 'is not', null).where('documents', '=', 0);
  else if (documents) wanted = wanted.where('documents_valid_until', '<=', documents.dueUntil);
  if (carType) wanted = wanted.where('car_type', '=', carType);
  if (fleetadmin) wanted = wanted.where('fleetadmin', '=', fleetadmin);
  if (!q) return wanted;
  return wanted.where(
    sql<boolean>`uid in (select found.uid from people_search(${searchPattern(q)}, ${searchContact}) as found)`,
  );
}

export const directoryRepository = (queries: Queries) => {
  const db = queries.withTables<DirectoryTables>();
  const people = (scope: ManagedScope) => inScope(db.selectFrom('people_directory').select([]), scope);

  return {
    /** Null for a missing user and for one outside the scope. */
    async find(scope: ManagedScope, uid: string): Promise<DirectoryRow | null> {
      const row = await people(scope).select(columns).where('uid', '=', uid).executeTakeFirst();
      return row ?? null;
    },

    /** One page in the requested order; rows with equal sort values are ordered by uid. */
    page(scope: ManagedScope, filter: DirectoryFilter, page: DirectoryPage): Promise<SortedRow[]> {
      const { order, after, limit } = page;
      const column = sortColumns[page.sort];
      let query = matching(people(scope), filter).select(columns).select(`${column} as sort_value`);
      if (after) {
        const beyond = order === 'asc' ? sql.raw('>') : sql.raw('<');
        query = query.where(
          sql<boolean>`(${sql.ref(column)}, uid) ${beyond} (${after.value}, ${after.id}::uuid)`,
        );
      }
      return query.orderBy(column, order).orderBy('uid', order).limit(limit).execute();
    },

    /** The uids of all users in the requested order, 16 bytes each. */
    async listUids(
      scope: ManagedScope,
      filter: DirectoryFilter,
      { sort, order }: Pick<DirectoryPage, 'sort' | 'order'>,
    ): Promise<Buffer> {
      const by = sql.ref(sortColumns[sort]);
      const direction = sql.raw(order);
      const { uids } = await matching(people(scope), filter)
        .select(
          sql<Buffer | null>`string_agg(uuid_send(uid), '' order by ${by} ${direction}, uid ${direction})`.as(
            'uids',
          ),
        )
        .executeTakeFirstOrThrow();
      return uids ?? Buffer.alloc(0);
    },

    /** The users in the scope with these uids, in any order. */
    findAll(scope: ManagedScope, uids: readonly string[]): Promise<DirectoryRow[]> {
      return people(scope)
        .select(columns)
        .where('uid', '=', sql<string>`any(${[...uids]}::uuid[])`)
        .execute();
    },

    /** Number of approved drivers in each duty state; states without drivers are missing. */
    async countByDuty(scope: ManagedScope, staleBefore: number): Promise<Map<DriverDuty, number>> {
      const duty = dutyOf(staleBefore);
      const rows = await onlyApprovedDrivers(people(scope))
        .select([duty.as('duty'), (eb) => eb.fn.countAll<number>().as('drivers')])
        .groupBy('duty')
        .execute();
      return new Map(rows.map((row) => [row.duty, row.drivers]));
    },

    async count(scope: ManagedScope, filter: DirectoryFilter): Promise<number> {
      const row = await matching(people(scope), filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return row.total;
    },
  };
};
