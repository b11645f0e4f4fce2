import { type SharedPrediction, ShareToken } from '../contracts/sharing.ts'
import type { HeadedPage, PageHead } from '../slice/headed-page.ts'
import { cardInWords, cardOf, keyOf } from './picture/card.ts'
import type { Pictures } from './picture/pictures.ts'
import { HEIGHT, WIDTH } from './picture/size.ts'

export interface SharedPageDependencies {
  /** A share by its token as strangers see it, without counting a view; null: there is none. `at`: ISO 8601. */
  readonly sharedAt: (token: string, at: string) => Promise<SharedPrediction | null>
  readonly pictures: Pick<Pictures, 'of'>
}

/** The page of a share, as a link to it is shown elsewhere: its title, what it came to, and its picture. */
export function createSharedPage({ sharedAt, pictures }: SharedPageDependencies): HeadedPage {
  const shareOf = async ({ shareUrl = '' }: Readonly<Record<string, string>>, at: string) =>
    ShareToken.safeParse(shareUrl).success ? sharedAt(shareUrl, at) : null
  return {
    path: '/shared/:shareUrl',
    async head(params, at) {
      const share = await shareOf(params, at)
      return share && headOf(share)
    },
    files: {
      async 'card.png'(params, at) {
        const share = await shareOf(params, at)
        if (!share) return null
        const card = cardOf(share)
        const bytes = await pictures.of(card)
        return bytes ? { type: 'png', bytes, etag: keyOf(card) } : 'busy'
      },
    },
  }
}

function headOf(share: SharedPrediction): PageHead {
  const card = cardOf(share)
  return {
    title: share.title,
    description: inWords(share),
    image: {
      path: `/shared/${share.shareUrl}/card.png?v=${keyOf(card)}`,
      width: WIDTH,
      height: HEIGHT,
      alt: `Picture of the link: ${cardInWords(card)}`,
    },
    isListed: share.isPublic,
    reads: [`/api/shared-predictions/${share.shareUrl}`],
  }
}

/** What it came to; until the first result what its owner says of it. */
export function inWords({ points, predictionIds, predictionCount, description, user }: SharedPrediction): string {
  const picks = `${predictionCount} ${predictionCount === 1 ? 'pick' : 'picks'}`
  if (points === null) return description || `${picks} by ${user?.displayName ?? 'Anonymous'}.`
  const [exact, correct] = (['exact', 'correct'] as const).map(
    (verdict) => predictionIds.filter((pick) => pick.verdict === verdict).length,
  )
  return `${points} ${points === 1 ? 'point' : 'points'}: ${exact} exact, ${correct} correct of ${predictionCount}.`
}
