/** A step of a node's start, once the read models are there. It is repeated until the stores let it succeed. */
export interface Preparation {
  /** Steps run one after another: accounts that must exist, then rules, then what is played by them. */
  readonly phase: 'accounts' | 'rules' | 'season'
  run(start: Start): Promise<void>
}

interface Start {
  /** ISO 8601. */
  readonly at: string
  /** Aborted when the start is given up. */
  readonly signal: AbortSignal
  /** Prints a line for the person at the terminal. */
  say(line: string): void
}
