/** Numbers for operators; each is called as it happens. */
export interface EngineMetrics {
  /** A batch is in the read tables, or a reactor has answered it. */
  projected(name: string, events: number): void
  /** Seconds since it was last at the head of the log, 0 when it is there; known to the leading node. */
  lag(name: string, seconds: number): void
  paused(name: string, isPaused: boolean): void
  leading(isLeader: boolean): void
  /** Events that wait for a retry or a skip. */
  deadLetters?(name: string, waiting: number): void
}
