import { ApiError } from '../../api/http.ts'
import { ChatWidget } from '../../features/chat/ChatWidget.tsx'
import { useCompetition } from '../../features/competitions/api.ts'
import { CompetitionBand } from '../../features/competitions/CompetitionBand.tsx'
import { CompetitionStandings } from '../../features/competitions/CompetitionStandings.tsx'
import { isCalledOff, isOfRounds } from '../../features/competitions/model.ts'
import { Prizes } from '../../features/competitions/Prizes.tsx'
import { Rounds } from '../../features/competitions/Rounds.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Missing } from '../../ui/Loaded.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Page } from '../leagues/Page.ts'
import { CompetitionNotFound } from './CompetitionNotFound.tsx'

/** A competition: for a cup or knockout its rounds, for all the standings and prizes, unless it was called off. */
export function CompetitionPage({ id, userId }: { id: number; userId: number }) {
  const read = useCompetition(id)
  const { data, error } = read
  usePageTitle(data?.name ?? 'Competition')
  if (data === undefined && error instanceof ApiError && error.status === 404) return <CompetitionNotFound />
  if (data === undefined)
    return (
      <Page>
        <VisuallyHidden as="h1">Competition</VisuallyHidden>
        <Missing
          read={read}
          failed="Failed to load the competition"
          isAlone
          waiting={<Loading label="Loading the competition" rows={8} />}
        />
      </Page>
    )
  return (
    <>
      <CompetitionBand competition={data} userId={userId} />
      <Page>
        {isOfRounds(data.type) && <Rounds competition={data} userId={userId} />}
        {!isCalledOff(data) && (
          <SideLayout>
            <CompetitionStandings competition={data} userId={userId} />
            <Prizes type={data.type} prizePool={data.prizePool} />
          </SideLayout>
        )}
      </Page>
      <ChatWidget room={{ kind: 'competition', id }} name={data.name} canWrite={data.isParticipant} />
    </>
  )
}
