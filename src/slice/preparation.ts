/** A step of a node's start, run when the read models are ready. It is retried while the stores are unavailable. */
export interface Preparation {
  /** Phases run in this order: required accounts, rules of seasons, the season itself. */
  readonly phase: 'accounts' | 'rules' | 'season'
  run(start: Start): Promise<void>
}

interface Start {
  /** ISO 8601. */
  readonly at: string
  /** Aborted when the start is given up. */
  readonly signal: AbortSignal
  /** Prints a line to the terminal. */
  print(line: string): void
}
