import { History } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { pastOf, pastQuery } from '../../features/boards/past.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'

const SHOWN = { show: 'past' }

const PastBoards = lazyComponent(
  () => import('../../features/boards/PastBoards.tsx').then((module) => module.PastBoards),
  null,
)

/** The league's standings after each settled gameweek, on press or by the address. */
export function LeagueHistory({ league, userId }: { league: LeagueDetail; userId: number }) {
  const [query, setQuery] = useSearchParams()
  if (query.get('show') !== SHOWN.show)
    return (
      <Button block onClick={() => setQuery(SHOWN, { preventScrollReset: true })}>
        <History aria-hidden />
        Standings through time
      </Button>
    )
  return (
    <PastBoards
      userId={userId}
      league={league}
      state={pastOf(query)}
      onState={(state, isStep) =>
        setQuery({ ...SHOWN, ...pastQuery(state) }, { replace: !isStep, preventScrollReset: true })
      }
    />
  )
}
