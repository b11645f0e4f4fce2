import { UserX } from 'lucide-react'
import type { Player } from '../../../../src/areas/players/contract.ts'
import { usePlayer, usePlayerGameweeks } from '../../features/players/api.ts'
import { CommonLeagues } from '../../features/players/CommonLeagues.tsx'
import { Comparison } from '../../features/players/Comparison.tsx'
import { duelPath } from '../../features/players/duel.ts'
import { GameweekPoints } from '../../features/players/GameweekPoints.tsx'
import { PlayerBand } from '../../features/players/PlayerBand.tsx'
import { useFollow } from '../../features/sharing/api.ts'
import type { PageProps } from '../../lib/area.ts'
import { Gone } from '../../ui/Gone.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { Page } from '../../ui/Page.ts'
import { PageOf } from '../../ui/PageOf.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { Badges } from './Badges.tsx'
import { RevealedPicks } from './RevealedPicks.tsx'

/** Shown for unknown and for deleted players alike: a deleted player's address is not disclosed. */
export const noPlayer = (
  <Gone icon={UserX} title="Player not found" to="/leaderboard" label="Go to the leaderboard">
    No player has this address. They may have deleted their account.
  </Gone>
)

export function PlayerPage({ id, user }: PageProps & { id: number }) {
  const read = usePlayer(id)
  const weeks = usePlayerGameweeks(id)
  const { busy, follow } = useFollow()
  const isOwn = id === user.id
  const onFollow = async (player: Player) => {
    await follow(player)
    await read.mutate()
  }
  return (
    <PageOf
      read={read}
      name="Player"
      title={({ displayName }) => displayName}
      gone={noPlayer}
      failed="Failed to load player"
      loading="Loading the player"
    >
      {(player) => (
        <>
          <PlayerBand
            player={player}
            isOwn={isOwn}
            duel={duelPath(user.id, id)}
            busy={busy === id}
            onFollow={() => void onFollow(player)}
          />
          <Page>
            <SideLayout>
              <Stack data-gap="wide">
                <Loaded
                  read={weeks}
                  failed="Failed to load the points by gameweek"
                  isAlone
                  waiting={<Loading label="Loading points" rows={1} rowHeight="180px" />}
                >
                  {(all) => <GameweekPoints weeks={all} name={player.displayName} isOwn={isOwn} />}
                </Loaded>
                <RevealedPicks player={player} isOwn={isOwn} weeks={weeks.data ?? []} />
              </Stack>
              <Stack data-gap="wide">
                {!isOwn && <Comparison player={player} weeks={weeks.data} />}
                {!isOwn && <CommonLeagues leagues={player.leagues} />}
                <Badges badges={player.badges} />
              </Stack>
            </SideLayout>
          </Page>
        </>
      )}
    </PageOf>
  )
}
