import { Share2, UserRound } from 'lucide-react'
import type { Duel } from '../../../../src/areas/players/contract.ts'
import { useDuel } from '../../features/players/api.ts'
import { DuelBand } from '../../features/players/DuelBand.tsx'
import { DuelGap, DuelNumbers, DuelTurns } from '../../features/players/DuelNumbers.tsx'
import { duelNames, duelPath, pairText } from '../../features/players/duel.ts'
import type { PageProps } from '../../lib/area.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gone } from '../../ui/Gone.tsx'
import { Column, Page } from '../../ui/Page.ts'
import { PageOf } from '../../ui/PageOf.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { EmptyState } from '../../ui/State.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { AnotherDuel } from './AnotherDuel.tsx'
import { DuelPickList } from './DuelPickList.tsx'
import { noPlayer } from './PlayerPage.tsx'

const loadShare = () => import('../sharing/SharePicture.tsx').then((module) => module.SharePicture)

interface DuelPageProps extends Pick<PageProps, 'user'> {
  id: number
  other: number
}

export function DuelPage({ id, other, user }: DuelPageProps) {
  return id === other ? (
    <Gone icon={UserRound} title="That would be the same player" to="/leaderboard" label="Go to the leaderboard">
      Choose somebody else for the other side: press a name, then Compare.
    </Gone>
  ) : (
    <OfTwo id={id} other={other} user={user} />
  )
}

function OfTwo({ id, other, user }: DuelPageProps) {
  const read = useDuel(id, other)
  return (
    <PageOf
      read={read}
      name="Duel"
      title={(duel) => `Duel: ${pairText(duelNames(duel, user.id))}`}
      gone={noPlayer}
      failed="This duel did not load"
      loading="Loading the duel"
    >
      {(duel) => {
        const names = duelNames(duel, user.id)
        return (
          <>
            <DuelBand duel={duel} names={names} action={duel.key !== null && <Share duel={duel} link={duel.key} />} />
            <Page>
              <SideLayout>
                <Column>
                  {duel.gameweeks.length > 0 ? (
                    <DuelNumbers duel={duel} names={names} />
                  ) : (
                    <Panel title="In numbers">
                      <EmptyState
                        title="Nothing to compare yet"
                        action={<ButtonLink to="/leaderboard">Leaderboard</ButtonLink>}
                      >
                        The duel begins when a match that one of the two predicted is over.
                      </EmptyState>
                    </Panel>
                  )}
                  <DuelPickList duel={duel} names={names} />
                </Column>
                <Column>
                  <DuelGap duel={duel} names={names} />
                  <DuelTurns duel={duel} names={names} />
                  <AnotherDuel userId={user.id} />
                </Column>
              </SideLayout>
            </Page>
          </>
        )
      }}
    </PageOf>
  )
}

function Share({ duel, link }: { duel: Duel; link: string }) {
  const dialog = useLazyComponent(loadShare, 'Share failed')
  return (
    <>
      <Button size="sm" onDark busy={dialog.busy} onClick={() => void dialog.open()}>
        <Share2 aria-hidden />
        Share
      </Button>
      {dialog.Component && (
        <dialog.Component
          heading="Share this duel"
          note="Anyone with the link sees both names and totals. Picks stay with league mates."
          file="duel.png"
          title={`${duel.player.displayName} v ${duel.opponent.displayName}`}
          path={duelPath(duel.player.id, duel.opponent.id, link)}
          onClose={dialog.close}
        />
      )}
    </>
  )
}
