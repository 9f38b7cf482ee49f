// Interface of a proof (experiment): it first checks that planted faults are found, then tries the real code.

/** A planted fault, and whether the proof found it. */
export interface PlantedFault {
  readonly fault: string;
  readonly caught: boolean;
}

/** Cases tried so far, and one sentence for each violation found. */
export interface Tried {
  tried: number;
  readonly violations: string[];
}

export interface ProofReport {
  /** Number of cases tried on the real code. */
  readonly tried: number;
  /** One sentence for each violation; empty when the proof holds. */
  readonly violations: readonly string[];
  readonly planted: readonly PlantedFault[];
  /** Figures of this proof only. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface ProofOptions {
  /** Names of the cases to try; empty for all. Only for proofs with named cases. */
  readonly only: readonly string[];
  /** Run few cases; for proofs that take long. */
  readonly isShort: boolean;
  /** Number of attempts, and time limit, for proofs that are bounded by them; null for the default. */
  readonly attempts: number | null;
  readonly minutes: number | null;
  /** Number of kills, for proofs that kill processes; null for as many as time allows. */
  readonly kills: number | null;
  /** Number of calls, for proofs that are bounded by them; null for the default. */
  readonly calls: number | null;
  /** Number of open live sockets, for proofs that open many; null for the default. */
  readonly sockets: number | null;
  /** The commit of an earlier version to begin with, of proofs that replace it; null for the present one alone. */
  readonly from: string | null;
}

export interface Proof {
  readonly name: string;
  readonly about: string;
  run(log: (line: string) => void, options: ProofOptions): Promise<ProofReport>;
}
