import { Check } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { FollowedPlayer } from '../../../../src/areas/sharing/contract.ts'
import { accuracyLine } from '../../lib/accuracy.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Field.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { PersonRow, RowFigure, Rows } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useDiscover, useFollow } from './api.ts'
import { discoverGroups } from './feed.ts'
import { nameOf } from './model.ts'

const Group = styled.section`
  margin-inline: calc(var(--s5) * -1);

  h3 {
    padding: var(--s2) var(--s4);
    font: var(--b3);
    color: var(--muted);
  }
`

/** Players to follow: members of the reader's leagues first, then the most followed. */
export function DiscoverDialog({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  return (
    <Dialog onClose={onClose} title="Discover Users">
      <Input
        type="search"
        aria-label="Search players"
        placeholder="Search players"
        autoComplete="off"
        maxLength={30}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Loaded
        read={useDiscover()}
        failed="Failed to load players"
        waiting={<Loading label="Loading players" rows={5} />}
        empty={
          <EmptyState
            title="Nobody to follow yet"
            action={
              <ButtonLink to="/leagues" onClick={onClose}>
                Find a league
              </ButtonLink>
            }
          >
            Players appear here once they make predictions.
          </EmptyState>
        }
      >
        {(players) => <Found players={players} search={search} onClear={() => setSearch('')} />}
      </Loaded>
    </Dialog>
  )
}

interface FoundProps {
  players: readonly FollowedPlayer[]
  search: string
  onClear: () => void
}

function Found({ players, search, onClear }: FoundProps) {
  const { busy, follow } = useFollow()
  const groups = discoverGroups(players, search)
  if (groups.length === 0)
    return <EmptyState title="No players found" action={<Button onClick={onClear}>Clear search</Button>} />
  return groups.map(({ title, list }) => (
    <Group key={title} aria-label={title}>
      <h3>{title}</h3>
      <Rows>
        {list.map((player) => (
          <PersonRow
            key={player.id}
            id={player.id}
            person={player}
            isYou={false}
            isSpeaking
            about={player.leagues.length > 0 ? player.leagues.join(', ') : accuracyLine(player)}
          >
            <RowFigure>
              <b>{count(player.followers)}</b>
              <Small>{wordFor(player.followers, 'follower')}</Small>
            </RowFigure>
            <Button
              size="sm"
              aria-pressed={player.isFollowing}
              busy={busy === player.id}
              onClick={() => void follow(player)}
            >
              {player.isFollowing && <Check aria-hidden />}
              {player.isFollowing ? 'Following' : 'Follow'}
              <VisuallyHidden> {nameOf(player)}</VisuallyHidden>
            </Button>
          </PersonRow>
        ))}
      </Rows>
    </Group>
  ))
}
