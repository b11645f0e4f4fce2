import type { ComponentType } from 'react'

/** A component whose code is loaded on first render. */
export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code before the first render. */
  ahead(): void
}
