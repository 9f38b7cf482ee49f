// Returns a driver's monthly statement from the ledger: opening balance, every movement, closing balance.
import { type Statement, type StatementKind, statementKind } from '@kerb/contract';
import { add, DomainError, type Minor, toMajor } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import { earningsRepository } from './earnings.repository.ts';
import { parseMonth, reportMonth } from './report-months.ts';
import { reportsPolicy } from './reports.policy.ts';
import { type MovementRow, statementRepository } from './statement.repository.ts';
import { MAX_ROWS } from './view-driver-earnings.ts';
import type { ReportDeps } from './view-earnings.ts';

/**
 * Converts the kind of a ledger movement to that of the statement; kinds that drivers do not have, and what the owner
 * paid and got back for trips as a rider, become `other`.
 */
export function kindOf({
  kind,
  amount,
  of_rider,
}: Pick<MovementRow, 'kind' | 'amount' | 'of_rider'>): StatementKind {
  switch (kind) {
    case 'ride':
      if (of_rider) return 'other';
      return amount > 0 ? 'driver_share' : 'cash_collected';
    case 'cancellation':
      return of_rider ? 'other' : 'cancellation_fee';
    // Of a driver's wallet the provider can take back only a top-up.
    case 'provider_refund':
      return of_rider ? 'other' : 'topup_reversed';
    case 'fare_review':
    case 'tip':
      return of_rider ? 'other' : kind;
    case 'topup':
    case 'admin_credit':
    case 'referral':
    case 'referral_reversal':
    case 'withdrawal':
    case 'withdrawal_returned':
    case 'vehicle_rent':
    case 'vehicle_commission':
      return kind;
    // The other kinds of the ledger do not move drivers' money; as `other` they would still be included in the totals.
    default:
      return 'other';
  }
}

/** Signed totals of the kinds that occur, in the order of the contract. */
function totalsOf(movements: readonly MovementRow[]): { kind: StatementKind; amount: Minor }[] {
  return statementKind.options.flatMap((kind) => {
    const ofKind = movements.filter((movement) => kindOf(movement) === kind);
    return ofKind.length === 0 ? [] : [{ kind, amount: add(...ofKind.map(({ amount }) => amount)) }];
  });
}

/** Throws `report_too_long` for a month with more movements than a PDF can list. */
function createReadStatement({ db, settings }: ReportDeps) {
  return async function readStatement(uid: string, month: string): Promise<Statement> {
    const { timezone, decimal } = await settings.get();
    const wanted = reportMonth(parseMonth(month), timezone);
    const { opening, movements } = await statementRepository(db).ofMonth(uid, wanted, MAX_ROWS + 1);
    if (movements.length > MAX_ROWS) throw new DomainError('report_too_long');
    const person = (await earningsRepository(db).people([uid])).get(uid);
    const major = (amount: Minor) => toMajor(amount, decimal);
    let balance = opening;
    const entries = movements.map((movement) => {
      balance = add(balance, movement.amount);
      return {
        id: String(movement.id),
        date: movement.at,
        kind: kindOf(movement),
        amount: major(movement.amount),
        balance: major(balance),
        booking: movement.booking,
        reference: movement.reference,
      };
    });
    return {
      uid,
      name: person?.name ?? '',
      vehicleNumber: person?.vehicle_number ?? '',
      month,
      opening: major(opening),
      closing: major(balance),
      total_rides: entries.filter(({ kind }) => kind === 'driver_share').length,
      totals: totalsOf(movements).map(({ kind, amount }) => ({ kind, amount: major(amount) })),
      entries,
    };
  };
}

export function createViewMyStatement(deps: ReportDeps) {
  const read = createReadStatement(deps);
  return async function viewMyStatement(actor: Actor, month: string): Promise<Statement> {
    reportsPolicy.getMyStatement(actor);
    return read(actor.uid, month);
  };
}

/** Throws `not_found` unless the user is a driver whom the caller manages. */
export function createViewStatement(deps: ReportDeps) {
  const read = createReadStatement(deps);
  return async function viewStatement(actor: Actor, uid: string, month: string): Promise<Statement> {
    const scope = reportsPolicy.getStatement(actor);
    if (!(await earningsRepository(deps.db).managesDriver(scope, uid))) throw new DomainError('not_found');
    return read(uid, month);
  };
}
