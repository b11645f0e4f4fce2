import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Chromium and the game: they keep every core busy. */
const PAGES = /\/test\/browser\//

/** Long, but short to read: they start processes, wait for what they have killed or cut off, or play a season. */
const LONG =
  /\/test\/(chaos\/)?[\w.-]+$|\/(achievements-season|achievements-command|testing-world|processes\.store)\.test\.ts$/

/** One sequence of all, each list spread evenly over it and in its own order. */
export function inTurns<T>(...lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((each, at) => ({ each, place: (at + 0.5) / list.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each)
}

/**
 * The order of the test files. Vitest's own, which begins with what took long or is long, has all pages before all others: the cores
 * have too much to do at first and too little later. So files of the project `system` take turns by what they do.
 */
export class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isMixed = ({ project }: TestSpecification): boolean => project.name === 'system'
    const kind = ({ moduleId }: TestSpecification) =>
      PAGES.test(moduleId) ? 'pages' : LONG.test(moduleId) ? 'long' : 'rest'
    const { pages = [], long = [], rest = [] } = Object.groupBy(sorted.filter(isMixed), kind)
    const mixed = inTurns(pages, long, rest).values()
    return sorted.map((file) => (isMixed(file) ? mixed.next().value! : file))
  }
}
