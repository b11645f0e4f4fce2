import type { GameweeksOrder, SimulateOrder, TestOrder } from './contract.ts'

/** `next`: the first gameweek of the season in which a match is still open for predictions. */
export type WantedGameweek = number | 'next'

/** What is done at once. The gameweek of some, how many from the first that is not settled on of others. */
export type TestTask =
  | ({ readonly kind: 'create-users' | 'world' } & TestOrder)
  | ({ readonly kind: 'generate-predictions'; readonly gameweek: WantedGameweek } & TestOrder)
  | ({ readonly kind: 'simulate'; readonly gameweek: WantedGameweek } & SimulateOrder)
  | ({ readonly kind: 'full-simulation' | 'generate' } & GameweeksOrder)
  | { readonly kind: 'clear' | 'cleanup' }

/** The game as it is does not allow it; the message is a sentence for the page and the terminal. */
export class TestRefused extends Error {
  override readonly name = 'TestRefused'
}

/** A run that has begun. */
export interface BegunRun {
  readonly id: number
  /** Resolves when it is over. Rejects with `TestRefused` where the game refused it, else with what broke it off. */
  readonly ended: Promise<void>
}

/** The testing tool (docs/decisions/0038): acts through the commands of the game, and marks all that it makes. */
export interface TestingTool {
  /** Begins a run. It goes on by itself. Throws `TestRefused` while another one does. `by`: null for the terminal. */
  begin(task: TestTask, by: number | null): Promise<BegunRun>
  /** Asks the run that goes on to stop, on whichever node; false where none does. What is done stays. */
  stop(): Promise<boolean>
}
