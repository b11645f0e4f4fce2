import { ApiError } from '../../api/http.ts'
import { usePlayer, usePlayerGameweeks } from '../../features/players/api.ts'
import { CommonLeagues } from '../../features/players/CommonLeagues.tsx'
import { Comparison } from '../../features/players/Comparison.tsx'
import { GameweekPoints } from '../../features/players/GameweekPoints.tsx'
import { PlayerBand } from '../../features/players/PlayerBand.tsx'
import { useFollow } from '../../features/sharing/api.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Loaded, Missing } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { SideLayout } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Page } from '../leagues/Page.ts'
import { Badges } from './Badges.tsx'
import { PlayerNotFound } from './PlayerNotFound.tsx'
import { RevealedPicks } from './RevealedPicks.tsx'

interface PlayerPageProps {
  id: number
  readerId: number
  /** Until the name is known. */
  title: string | null
}

/** A player as others see them, beside the reader. */
export function PlayerPage({ id, readerId, title }: PlayerPageProps) {
  const read = usePlayer(id)
  const weeks = usePlayerGameweeks(id)
  const { busy, follow } = useFollow()
  const { data: player, error, mutate } = read
  const isGone = player === undefined && error instanceof ApiError && error.status === 404
  usePageTitle(player?.displayName ?? title)
  if (isGone) return <PlayerNotFound />
  if (player === undefined)
    return (
      <Page>
        <VisuallyHidden as="h1">Player</VisuallyHidden>
        <Missing
          read={read}
          failed="Failed to load player"
          isAlone
          waiting={<Loading label="Loading the player" rows={8} />}
        />
      </Page>
    )
  const isOwn = id === readerId
  const onFollow = async () => {
    await follow(player)
    await mutate()
  }
  return (
    <>
      <PlayerBand player={player} isOwn={isOwn} busy={busy === id} onFollow={() => void onFollow()} />
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
            <RevealedPicks player={player} isOwn={isOwn} />
          </Stack>
          <Stack data-gap="wide">
            {!isOwn && <Comparison player={player} weeks={weeks.data} />}
            {!isOwn && <CommonLeagues leagues={player.leagues} />}
            <Badges badges={player.badges} />
          </Stack>
        </SideLayout>
      </Page>
    </>
  )
}
