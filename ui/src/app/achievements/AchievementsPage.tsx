import { Hourglass, Trophy } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import { BEING_COUNTED } from '../../../../src/areas/achievements/constants.ts'
import { ApiError } from '../../api/http.ts'
import { useUserAchievements } from '../../features/achievements/api.ts'
import { Cabinet } from '../../features/achievements/Cabinet.tsx'
import { Case } from '../../features/achievements/Case.tsx'
import { type AchievementFilter, filterOf, queryOf } from '../../features/achievements/model.ts'
import { Summary } from '../../features/achievements/Summary.tsx'
import { useIsSeasonOver } from '../../features/fixtures/api.ts'
import { useUser } from '../../features/session/api.ts'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout } from '../../ui/Band.tsx'
import { Button } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { Page } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'

const Shelves = styled(Page)`
  row-gap: calc(var(--s4-5) + var(--s2));
`

const Waiting = styled(Stack)`
  p {
    color: var(--muted);
  }
  @container page (min-width: 48rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    p {
      grid-column: 1 / -1;
    }
  }
`

export function AchievementsPage({ title }: PageProps) {
  usePageTitle(title)
  const { achievementCount } = useUser()
  const [query, setQuery] = useSearchParams()
  const filter = filterOf(query)
  const onFilter = (part: Partial<AchievementFilter>) => setQuery(queryOf({ ...filter, ...part }), { replace: true })
  const { data: read, error, mutate } = useUserAchievements()
  const isSeasonOver = useIsSeasonOver(read?.[0] !== undefined && read.every(({ isUnlocked }) => !isUnlocked))
  // Renders the many cards in slices, so that the page stays responsive.
  const data = useDeferredValue(read)
  return (
    <>
      <Band labelledBy="achievements">
        <BandAbout>
          <h1 id="achievements">Achievements</h1>
          <p>Unlock badges by making predictions and improving your accuracy</p>
        </BandAbout>
        {data?.length !== 0 && (data || !error) && (
          <>
            <Summary achievements={data} isSeasonOver={isSeasonOver} />
            <Case achievements={data} expected={achievementCount} />
          </>
        )}
      </Band>
      <Shelves>
        {data === undefined && error instanceof ApiError && error.detail === BEING_COUNTED ? (
          <PanelBox as="div">
            <EmptyState
              icon={Hourglass}
              title="Achievements are being counted"
              action={<Button onClick={() => void mutate()}>Try again</Button>}
            >
              {BEING_COUNTED}
            </EmptyState>
          </PanelBox>
        ) : (
          <Loaded
            read={{ data, error, mutate }}
            failed="Failed to load achievements"
            isAlone
            waiting={
              <Waiting role="status" aria-busy="true">
                <p>Loading achievements...</p>
                {['a', 'b', 'c', 'd', 'e', 'f'].map((id) => (
                  <Skeleton key={id} height="118px" />
                ))}
              </Waiting>
            }
            empty={
              <EmptyState icon={Trophy} title="No Achievements Yet" action={<PlayLink />}>
                Start making predictions to unlock your first achievements!
              </EmptyState>
            }
          >
            {(achievements) => <Cabinet achievements={achievements} filter={filter} onFilter={onFilter} />}
          </Loaded>
        )}
      </Shelves>
    </>
  )
}
