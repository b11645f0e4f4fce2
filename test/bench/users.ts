import { type Bench, median, timed } from './bench.ts'
import { createCaller, type Game, signIn, startGame } from './game.ts'

const sizes = { real: { few: 10, many: 100_000, reads: 60 }, small: { few: 5, many: 50, reads: 2 } }

/**
 * Every order in both directions, with the first, a middle and the last page. Searches match half of all names, few
 * names, and a number.
 */
function questions(players: number): readonly string[] {
  const pages = [0, Math.floor(players / 2), Math.max(0, players - 25)]
  const sorts = ['rank', 'username', 'points', 'predictions', 'createdAt'].flatMap((sort) =>
    ['asc', 'desc'].flatMap((order) => pages.map((offset) => `sort=${sort}&order=${order}&offset=${offset}`)),
  )
  const searches = ['search=p&sort=points', 'search=player100&sort=rank', 'search=%231005']
  return [...sorts, ...searches].map((question) => `/api/admin/users?${question}&limit=25`)
}

/**
 * Pages of the administrators' list of users, with a hundred thousand users and with ten, in turns. The worst page
 * counts (docs/rules.md R147).
 */
export const users: Bench = {
  name: 'users',
  what: `the dearest page of ${sizes.real.many.toLocaleString('en')} users, sorted or searched, through HTTP, against the same of ${sizes.real.few}`,
  budget: { atMost: 3 },
  async run(size) {
    const { few, many, reads } = sizes[size]
    const [large, small] = [await startGame(many), await startGame(few)]
    try {
      const [ofMany, ofFew] = [await pagesOf(large, many), await pagesOf(small, few)]
      const cold = await ofMany.ask(questions(many).findIndex((path) => path.includes('predictions')))
      let worst = { ours: 0, base: 1, path: '' }
      for (const [index, path] of questions(many).entries()) {
        const [ours, base] = [[] as number[], [] as number[]]
        for (let nth = 0; nth < reads; nth++) {
          const [ofLarge, ofSmall] = [await ofMany.ask(index), await ofFew.ask(index)]
          // The first reads warm up.
          if (nth >= reads / 6) {
            ours.push(ofLarge)
            base.push(ofSmall)
          }
        }
        const found = { ours: median(ours), base: median(base), path }
        if (found.ours / found.base > worst.ours / worst.base) worst = found
      }
      for (const { end } of [ofMany, ofFew]) end()
      const note = `${worst.path.split('?')[1]}; by predictions, the first after a change, ${cold.toFixed(0)} ms`
      return { unit: 'ms', ours: worst.ours, base: worst.base, note }
    } finally {
      for (const game of [large, small]) await game.stop()
    }
  },
}

/** Sends both games the same queries, each with its own offsets. */
async function pagesOf({ url }: Game, players: number) {
  const cookie = await signIn(url)
  const caller = createCaller(url, 1)
  const paths = questions(players)
  return {
    ask: (index: number) => timed(() => caller.call({ path: paths[index]!, cookie })),
    end: () => caller.close(),
  }
}
