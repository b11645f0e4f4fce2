import { ChatWidget } from '../../features/chat/ChatWidget.tsx'
import { useCompetition } from '../../features/competitions/api.ts'
import { CompetitionBand } from '../../features/competitions/CompetitionBand.tsx'
import { CompetitionStandings } from '../../features/competitions/CompetitionStandings.tsx'
import { hasPrizes, isCalledOff, isOfRounds } from '../../features/competitions/model.ts'
import { Prizes } from '../../features/competitions/Prizes.tsx'
import { Rounds } from '../../features/competitions/Rounds.tsx'
import type { PageProps } from '../../lib/area.ts'
import { Gone } from '../../ui/Gone.tsx'
import { Page } from '../../ui/Page.ts'
import { PageOf } from '../../ui/PageOf.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'

export const noCompetition = (
  <Gone title="Competition not found" to="/competitions" label="Back to Competitions">
    No competition has this address.
  </Gone>
)

export function CompetitionPage({ id, user }: PageProps & { id: number }) {
  return (
    <PageOf
      read={useCompetition(id)}
      name="Competition"
      title={({ name }) => name}
      gone={noCompetition}
      failed="Failed to load the competition"
      loading="Loading the competition"
    >
      {(competition) => (
        <>
          <CompetitionBand competition={competition} userId={user.id} />
          <Page>
            {isOfRounds(competition.type) && <Rounds competition={competition} userId={user.id} />}
            {!isCalledOff(competition) && (
              <SideLayout>
                <CompetitionStandings competition={competition} userId={user.id} />
                {hasPrizes(competition) && <Prizes {...competition} />}
              </SideLayout>
            )}
          </Page>
          <ChatWidget room={{ kind: 'competition', id }} name={competition.name} canWrite={competition.isParticipant} />
        </>
      )}
    </PageOf>
  )
}
