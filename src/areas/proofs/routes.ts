import * as z from 'zod/mini'
import { Gameweek, Id, type Page, paged, Season } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { hexOfBase64 } from '../../contracts/receipts.ts'
import { totalOf } from '../../kernel/total.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { CheckerPage } from './checker-page.ts'
import { GameweekReceipts, ReceiptFile, Seal, SealDetails, SealKey } from './contract.ts'
import { type SealRow, sealRow, sealRows, sealTotals } from './queries.ts'
import type { createReceipts } from './receipts.ts'
import type { Seals } from './seals.ts'

interface ProofRouteDependencies {
  readonly db: ReadDb
  readonly seals: Pick<Seals, 'since' | 'verifierKey'>
  readonly receipts: ReturnType<typeof createReceipts>
  readonly seasons: Pick<Seasons, 'resolve'>
  readonly checkerPage: CheckerPage
}

const sealOf = (row: SealRow): Seal => ({
  id: row.number,
  fixtureId: row.fixture_id,
  season: row.season,
  gameweek: row.gameweek,
  home: row.home,
  away: row.away,
  sealedAt: row.sealed_at,
  size: row.size,
  fingerprint: hexOfBase64(row.root),
})

/** The public list of seals, and receipts of a player’s own. A receipt never goes to another player (docs/threats.md T30). */
export function proofRoutes({
  db,
  seals,
  receipts,
  seasons,
  checkerPage,
}: ProofRouteDependencies): readonly RouteDefinition[] {
  return tagged('Proofs', [
    route({
      method: 'get',
      path: '/api/proofs',
      access: 'public',
      summary: 'Seals of matches and boards, newest first. `search`: part of a club’s name, or `gameweek 12`',
      query: z.object({
        ...paged(PAGE.seals),
        search: z.optional(z.string().check(z.maxLength(50))),
        fixtureId: z.optional(Id),
      }),
      responses: { 200: z.array(Seal) },
      isPaged: true,
      async handle({ query }) {
        const read = async (page: Page) => (await sealRows({ ...query, ...page }).execute(db)).rows
        const rows = await read(query)
        return {
          body: rows.map(sealOf),
          total: await totalOf(rows, query, async (first) => ({ total: (await read(first))[0]?.total ?? 0 })),
        }
      },
    }),
    route({
      method: 'get',
      path: '/api/proofs/key',
      access: 'public',
      summary: 'The public key that signs seals, and how much is sealed',
      responses: { 200: SealKey },
      async handle() {
        const [since, { rows }] = await Promise.all([seals.since(), sealTotals().execute(db)])
        return { body: { verifierKey: seals.verifierKey, since, ...rows[0]! } }
      },
    }),
    route({
      method: 'get',
      path: '/api/proofs/checker',
      access: 'public',
      summary: 'A page that checks receipts without a network, as a file with the public key in it',
      responses: { 200: null },
      sends: 'text/html',
      async handle({ res }) {
        const page = await checkerPage(seals.verifierKey)
        res.set({
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Disposition': 'attachment; filename="plp-checker.html"',
          'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        })
        res.end(page)
        return {}
      },
    }),
    route({
      method: 'get',
      path: '/api/proofs/:id',
      access: 'public',
      summary: 'A seal with its signed checkpoint',
      params: z.object({ id: Id }),
      responses: { 200: SealDetails },
      async handle({ params: { id } }) {
        const { rows } = await sealRow(id).execute(db)
        if (!rows[0]) throw new HttpProblem(404, 'Seal not found')
        return { body: { ...sealOf(rows[0]), checkpoint: rows[0].checkpoint } }
      },
    }),
    route({
      method: 'get',
      path: '/api/predictions/:id/receipt',
      access: 'user',
      summary:
        'The receipt of one of your own predictions, as a file; with its place in the seal once the match is sealed',
      params: z.object({ id: Id }),
      responses: { 200: ReceiptFile },
      async handle({ params: { id }, user, context }) {
        const receipt = await receipts.one(user.id, id, context.at)
        if (receipt === null) throw new HttpProblem(404, 'Prediction not found')
        return { body: receipt, file: `plp-receipt-${id}.json` }
      },
    }),
    route({
      method: 'get',
      path: '/api/predictions/gameweek/:gameweek/receipts',
      access: 'user',
      summary: 'Your receipts of a gameweek in one file, with your row of its board once it is sealed',
      params: z.object({ gameweek: Gameweek }),
      query: z.object({ season: z.optional(Season) }),
      responses: { 200: GameweekReceipts },
      async handle({ params: { gameweek }, query, user, context }) {
        const season = await seasons.resolve(query.season, context.at)
        if (season === null) throw new HttpProblem(404, 'There is no season yet')
        const body = await receipts.gameweek(user.id, season, gameweek, context.at)
        return { body, file: `plp-receipts-${season}-${gameweek}.json` }
      },
    }),
  ])
}
