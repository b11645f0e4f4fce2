import type { HeadedPage, PageRequest } from '../../slice/headed-page.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type DrawCard, imageOf, type PicksCard, pictureFile } from '../previews/card.ts'
import type { Leagues } from './commands.ts'
import type { LeagueInvitation } from './contract.ts'
import { typedJoinCode } from './join-code.ts'
import { invitationTo } from './queries.ts'

interface JoinPageDependencies {
  readonly db: ReadDb
  readonly leagues: Pick<Leagues, 'findByCode'>
  readonly drawCard: DrawCard
}

/** Link preview of an invitation. Wrong codes are counted as in the API, so that it is no way around the limit. */
export function createJoinPage({ db, leagues, drawCard }: JoinPageDependencies): HeadedPage {
  /** null: no such code; undefined: the address has entered too many wrong ones. */
  const invitationOf = async ({ code = '' }: Readonly<Record<string, string>>, { at, client }: PageRequest) => {
    const found = await leagues.findByCode({ userId: null, ip: client, code }, at)
    if (found.ok) return invitationTo(db, found.leagueId, 0)
    return found.rejected === 'no-such-code' ? null : undefined
  }
  return {
    path: '/join/:code',
    async head(params, request) {
      const invitation = await invitationOf(params, request)
      return (
        invitation && {
          title: `Join ${invitation.name}`,
          description: inWords(invitation),
          image: imageOf(`/join/${typedJoinCode(params.code!)}`, cardOf(invitation)),
          isListed: false,
          reads: [],
        }
      )
    },
    files: {
      async 'card.png'(params, request) {
        const invitation = await invitationOf(params, request)
        return pictureFile(drawCard, invitation ? cardOf(invitation) : null, request.client)
      },
    },
  }
}

const membersOf = ({ memberCount }: LeagueInvitation) => (memberCount === 1 ? 'member' : 'members')

const inWords = (invitation: LeagueInvitation): string => {
  const { memberCount, founder } = invitation
  return `${memberCount} ${membersOf(invitation)}${founder === null ? '' : `, founded by ${founder}`}. Predict the Premier League together.`
}

const cardOf = (invitation: LeagueInvitation): PicksCard => ({
  kind: 'picks',
  title: invitation.name,
  role: 'Founded by',
  by: invitation.founder ?? 'a former player',
  username: null,
  figure: { value: invitation.memberCount, word: membersOf(invitation) },
  picks: [],
  more: 0,
})
