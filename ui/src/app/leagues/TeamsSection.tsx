import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { useMayFound } from '../../features/teams/api.ts'
import { CreateTeamDialog } from '../../features/teams/CreateTeamDialog.tsx'
import { TeamGrid } from '../../features/teams/TeamGrid.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spread, Stack } from '../../ui/layout.ts'

export function TeamsSection({ league, userId }: { league: Pick<League, 'id' | 'isMember'>; userId: number }) {
  const headingId = useId()
  const mayFound = useMayFound(league, userId)
  const [isCreating, setCreating] = useState(false)
  return (
    <Stack as="section" aria-labelledby={headingId}>
      <Spread>
        <h2 id={headingId}>Teams</h2>
        {mayFound && (
          <Button size="sm" onClick={() => setCreating(true)}>
            <Plus aria-hidden />
            Create Team
          </Button>
        )}
      </Spread>
      <TeamGrid leagueId={league.id} userId={userId} isMember={league.isMember} onCreate={() => setCreating(true)} />
      {isCreating && <CreateTeamDialog leagueId={league.id} onClose={() => setCreating(false)} />}
    </Stack>
  )
}
