import { expect, test } from 'vitest'
import type { CommandHandler } from '../../kernel/command-handler.ts'
import { systemContext } from '../../kernel/system-context.ts'
import { createJokers } from './commands.ts'

const key = { leagueId: 5, userId: 7, season: '2026-27', gameweek: 14 }
const context = systemContext('2026-12-02T12:00:00.000Z')

/** Jokers whose stream another request of the player changes before each of the first decisions. */
function contested(conflicts: number) {
  let decisions = 0
  const handler = {
    load: async () => ({ state: null }),
    handle: async () => (++decisions > conflicts ? { ok: true } : { ok: false, rejected: 'joker-changed' }),
  } as unknown as CommandHandler
  const leagues = { membershipOf: async () => ({ isMember: true, type: 'private', rules: [] }) as const }
  return { jokers: createJokers({ db: undefined as never, handler, leagues }), decisions: () => decisions }
}

test('R324: a joker is decided again where another request came first, three times at most', async () => {
  const twice = contested(2)
  expect(await twice.jokers.remove(key, context)).toEqual({ ok: true })
  expect(twice.decisions()).toBe(3)
  const always = contested(9)
  await expect(always.jokers.remove(key, context)).rejects.toThrow('joker: still in conflict after 3 tries')
  expect(always.decisions()).toBe(3)
})
