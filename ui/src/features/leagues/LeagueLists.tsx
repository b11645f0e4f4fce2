import { Compass, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { CardPages } from '../../ui/CardPages.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { LeagueCard } from './LeagueCard.tsx'
import { reads } from './reads.ts'

const DISCOVER_PAGE = 60

interface MyLeaguesProps {
  userId: number
  actions: ReactNode
  chatOf: (league: League) => ReactNode
}

export function MyLeagues({ userId, actions, chatOf }: MyLeaguesProps) {
  return (
    <CardPages<League>
      words="leagues"
      label="My leagues"
      height="196px"
      size={PAGE.ownLeagues}
      keyOf={reads.mine.key}
      empty={
        <EmptyState icon={Users} title="No leagues yet" action={actions}>
          Create one for your friends, or join one with its code.
        </EmptyState>
      }
      card={(league) => (
        <LeagueCard key={league.id} league={league} isAdmin={league.adminId === userId} chat={chatOf(league)} />
      )}
    />
  )
}

export function Discover({ userId }: { userId: number }) {
  return (
    <CardPages<League>
      words="leagues"
      label="Public leagues"
      height="196px"
      size={DISCOVER_PAGE}
      keyOf={(offset) => reads.discover.key(DISCOVER_PAGE, offset)}
      isListed={({ type }) => type === 'public'}
      isOwn={({ isMember }) => isMember}
      empty={
        <EmptyState
          icon={Compass}
          title="No leagues available"
          action={<ButtonLink to="/leagues?new=create">Create League</ButtonLink>}
        >
          Create one and make it public.
        </EmptyState>
      }
      card={(league) => <LeagueCard key={league.id} league={league} isAdmin={league.adminId === userId} canJoin />}
    />
  )
}
