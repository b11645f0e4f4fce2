import type { GameweeksOrder, SimulateOrder, TestOrder } from './contract.ts'

/** `next`: the first gameweek of the season in which a match is still open for predictions. */
export type WantedGameweek = number | 'next'

/** A task of the tool: for one gameweek, or for a number of gameweeks from the first one that is not settled. */
export type TestTask =
  | ({ readonly kind: 'create-users' | 'world' | 'open-season' } & TestOrder)
  | ({ readonly kind: 'generate-predictions'; readonly gameweek: WantedGameweek } & TestOrder)
  | ({ readonly kind: 'simulate'; readonly gameweek: WantedGameweek } & SimulateOrder)
  | ({ readonly kind: 'full-simulation' | 'generate' } & GameweeksOrder)
  | { readonly kind: 'clear' | 'cleanup' }

/** The current state of the game does not allow the task. The message is shown on the page and in the terminal. */
export class TestRefused extends Error {
  override readonly name = 'TestRefused'
}

/** A run in progress. */
export interface BegunRun {
  readonly id: number
  /** Resolves at the end of the run. Rejects with `TestRefused` if the game does not allow the task, else with the error. */
  readonly ended: Promise<void>
}

/** The testing tool (docs/decisions/0038). It uses the commands of the game, and marks all its events as simulated. */
export interface TestingTool {
  /** Begins a run in the background. Throws `TestRefused` while another run is in progress. `by`: null for the terminal. */
  begin(task: TestTask, by: number | null): Promise<BegunRun>
  /** Requests the current run to stop, on any node; returns false if there is none. Its data stay. */
  stop(): Promise<boolean>
}
