import { nameInText } from '../../contracts/names.ts'
import type { HeadedPage, PageHead } from '../../slice/headed-page.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type DrawCard, imageOf, pictureFile } from '../previews/card.ts'
import { cardOf } from './card.ts'
import { type SharedPrediction, ShareToken } from './contract.ts'
import { type FixturesOf, shownShare } from './queries.ts'

interface SharedPageDependencies {
  readonly db: ReadDb
  readonly fixturesOf: FixturesOf
  readonly drawCard: DrawCard
}

/** Link preview of a share's page: title, description and picture. */
export function createSharedPage({ db, fixturesOf, drawCard }: SharedPageDependencies): HeadedPage {
  /** Reads the share as a reader without a session, without counting a view. */
  const shareOf = async ({ shareUrl: token = '' }: Readonly<Record<string, string>>, at: string) =>
    ShareToken.safeParse(token).success ? shownShare(db, { token }, { readerId: null, at }, { fixturesOf }) : null
  return {
    path: '/shared/:shareUrl',
    async head(params, { at }) {
      const share = await shareOf(params, at)
      return share && headOf(share)
    },
    files: {
      async 'card.png'(params, { at, client }) {
        const share = await shareOf(params, at)
        return pictureFile(drawCard, share?.user ? cardOf(share) : null, client, share?.isPublic)
      },
    },
  }
}

function headOf(share: SharedPrediction): PageHead {
  return {
    title: share.title,
    description: inWords(share),
    image: imageOf(`/shared/${share.shareUrl}`, cardOf(share)),
    isListed: share.isPublic,
    reads: [`/api/shared-predictions/${share.shareUrl}`],
  }
}

/** Returns the points and verdicts of a share in words; before the first result, the owner's description. */
export function inWords({ points, predictionIds, predictionCount, description, user }: SharedPrediction): string {
  const picks = `${predictionCount} ${predictionCount === 1 ? 'pick' : 'picks'}`
  if (points === null) return description || `${picks} by ${user ? nameInText(user) : 'Anonymous'}.`
  const [exact, correct] = (['exact', 'correct'] as const).map(
    (verdict) => predictionIds.filter((pick) => pick.verdict === verdict).length,
  )
  return `${points} ${points === 1 ? 'point' : 'points'}: ${exact} exact, ${correct} correct of ${predictionCount}.`
}
