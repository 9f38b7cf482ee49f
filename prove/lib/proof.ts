// The interface of a proof (experiment): it first catches planted faults, then tests the real code.

/** A fault planted on purpose, and whether the proof found it. */
export interface PlantedFault {
  readonly fault: string;
  readonly caught: boolean;
}

export interface ProofReport {
  /** How many cases were tried on the real code. */
  readonly tried: number;
  /** One sentence each; none when the proof holds. */
  readonly violations: readonly string[];
  readonly planted: readonly PlantedFault[];
  /** Figures of this proof alone. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface ProofOptions {
  /** Names of the cases to try; empty for all. Of proofs whose cases have names. */
  readonly only: readonly string[];
  /** Few cases. Of proofs that take long. */
  readonly isShort: boolean;
  /** How many attempts to make, and how long to try, of proofs that are bounded by them; null for their default. */
  readonly attempts: number | null;
  readonly minutes: number | null;
  /** How often processes are killed, of proofs that kill them; null for as often as there is time for. */
  readonly kills: number | null;
  /** How many calls to make, of proofs that are bounded by them; null for their default. */
  readonly calls: number | null;
  /** How many live sockets are open, of proofs that open many; null for their default. */
  readonly sockets: number | null;
  /** The commit of an earlier version to begin with, of proofs that replace it; null for the present one alone. */
  readonly from: string | null;
}

export interface Proof {
  readonly name: string;
  readonly about: string;
  run(say: (line: string) => void, options: ProofOptions): Promise<ProofReport>;
}
