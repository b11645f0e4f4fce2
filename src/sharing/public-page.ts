import type { SharedPrediction } from '../contracts/sharing.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { type FixturesOf, type ShareAddress, shownShare } from './queries.ts'
import type { Views } from './views.ts'

/** Who opens a share, and when. */
export interface Opening {
  /** null: somebody who is not signed in. */
  readonly user: { readonly id: number } | null
  /** The client that limits count. */
  readonly client: string
  /** ISO 8601. */
  readonly at: string
}

/** Opens a share as its page shows it, and counts the view; null: for this reader it is not there. */
export type SharedForPage = (address: ShareAddress, opening: Opening) => Promise<SharedPrediction | null>

export interface PublicPageDependencies {
  readonly db: ReadDb
  readonly views: Pick<Views, 'noting'>
  readonly fixturesOf: FixturesOf
}

/** One statement, and another for matches that have changed. */
export function createSharedForPage({ db, views, fixturesOf }: PublicPageDependencies): SharedForPage {
  return (address, { user, client, at }) => {
    const noting = views.noting(user ? { userId: user.id } : { address: client }, at)
    return shownShare(db, address, { readerId: user?.id ?? null, at }, { fixturesOf, noting })
  }
}
