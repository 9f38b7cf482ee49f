// Planted faults in the protection of sign-in codes: triggers in the test database, or changed configuration.
import type { AttackName } from './attacks.ts';

export interface CodeFault {
  readonly fault: string;
  /** The attack that reveals the fault. */
  readonly attack: AttackName;
  readonly sign: RegExp;
  readonly sql?: string;
  readonly undo?: string;
  /** Replaces the configured number of codes per day. */
  readonly perDay?: number;
}

const trigger = (table: string, when: string, body: string) => ({
  sql: `create function proof_fault() returns trigger language plpgsql security definer as $$ begin ${body} return new; end $$;
        create trigger proof_fault before ${when} on ${table} for each row execute function proof_fault()`,
  undo: `drop trigger proof_fault on ${table}; drop function proof_fault`,
});

export const codeFaults: readonly CodeFault[] = [
  {
    fault: 'there is no limit of codes a day',
    attack: 'flood',
    sign: /codes were sent in a day/,
    perDay: 1_000_000,
  },
  {
    fault: 'codes are counted for no network and no day',
    attack: 'flood',
    sign: /codes were sent without a challenge/,
    ...trigger('otp_challenges', 'insert', 'new.network := null;'),
  },
  {
    fault: 'codes to a number are not counted',
    attack: 'oneNumber',
    sign: /one number was sent \d+ codes/,
    ...trigger('otp_challenges', 'insert', "new.allowance := 'other';"),
  },
  {
    fault: 'guesses are not counted',
    attack: 'guessing',
    sign: /guesses at one code were judged/,
    ...trigger('otp_challenges', 'update', 'new.checks := 1;'),
  },
  {
    fault: 'known devices and networks are forgotten',
    attack: 'flood',
    sign: /known devices: .* of the sign-ins succeeded/,
    sql: `create function proof_fault() returns trigger language plpgsql security definer as $$ begin return null; end $$;
          create trigger proof_fault before insert on known_devices for each row execute function proof_fault();
          create trigger proof_fault before insert on known_networks for each row execute function proof_fault()`,
    undo: `drop trigger proof_fault on known_devices; drop trigger proof_fault on known_networks;
           drop function proof_fault`,
  },
  {
    fault: 'codes have expired when they are sent',
    attack: 'flood',
    sign: /newcomers: .* of the sign-ins succeeded/,
    ...trigger('otp_challenges', 'insert', 'new.expires_at := 1;'),
  },
];

/** Faults that a few calls reveal; solving the captchas of a flood would take most of the time. */
export const quickCodeFaults = codeFaults.filter(({ attack }) => attack !== 'flood');
