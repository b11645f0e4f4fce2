import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Duel } from '../../../../src/areas/players/contract.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { useDuelPicks } from '../../features/players/api.ts'
import type { DuelNames } from '../../features/players/duel.ts'
import { count, idOf } from '../../lib/numbers.ts'
import { ButtonLink, PlayLink } from '../../ui/ButtonLink.tsx'
import { GameweekChooser } from '../../ui/GameweekChooser.tsx'
import { LiveTag } from '../../ui/LiveTag.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type DuelPickRow, duelPickRow } from './revealed.ts'

const Bouts = styled.ul`
  container: bouts / inline-size;

  & > li {
    display: grid;
    grid-template: 'player match opponent' auto 'lead lead lead' auto / 5.25rem minmax(0, 1fr) 5.25rem;
    gap: 4px var(--s2);
    align-items: center;
    padding: 9px var(--s4);
    border-top: 1px solid var(--line);
  }
  @container bouts (width < 19rem) {
    & > li {
      grid-template: 'match match' auto 'player opponent' auto 'lead lead' auto / 1fr 1fr;
      padding-inline: var(--s3);
    }
  }
  @container bouts (min-width: 35rem) {
    & > li {
      grid-template: 'player match opponent lead' auto / 7rem minmax(0, 1fr) 7rem 8.25rem;
    }
  }
`

const Pick = styled.span`
  grid-area: player;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px;

  &[data-side='opponent'] {
    grid-area: opponent;
    flex-direction: row-reverse;
  }
  & > [data-points] {
    font: var(--b4);
    min-width: 20px;
    text-align: center;
  }
  &[data-better] > [data-points] {
    text-decoration: underline;
    text-decoration-thickness: 3px;
    text-underline-offset: 4px;
  }
  & > [data-live] {
    color: var(--live);
  }
`

const Match = styled.span`
  grid-area: match;
  min-width: 0;
  font: 600 var(--t3) / 1.15 var(--board);
  text-align: center;
  overflow-wrap: anywhere;

  small {
    display: block;
    font: 400 var(--t1) / 1.35 var(--text);
    color: var(--muted);
  }
`

const Lead = styled(Small)`
  grid-area: lead;
  min-width: 0;
  text-align: center;
  overflow-wrap: anywhere;

  &[data-live] {
    color: var(--live);
  }
  @container bouts (min-width: 35rem) {
    text-align: end;
  }
`

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'decided', label: 'Decided' },
  { value: 'different', label: 'Different picks' },
] as const
type Shown = (typeof SHOWN)[number]['value']

const isShown: Readonly<Record<Shown, (row: DuelPickRow) => boolean>> = {
  all: () => true,
  decided: ({ lead, isLive }) => !isLive && lead !== null && lead !== 0,
  different: ({ isSame }) => !isSame,
}

interface DuelPickListProps {
  duel: Duel
  names: DuelNames
}

/** Picks of both players match by match; a sentence for readers without a league of both. */
export function DuelPickList({ duel, names }: DuelPickListProps) {
  if (duel.matches === null)
    return (
      <Panel title="Pick by pick">
        <EmptyState
          icon={LockKeyhole}
          title={names.you === null ? 'Picks are for league mates' : 'You share no league'}
          action={<ButtonLink to="/leagues">Invite to a league</ButtonLink>}
        >
          {names.you === null
            ? 'You see their totals. Share a league with both to see their picks.'
            : 'You see each other’s totals. Picks are shown to league mates only.'}
        </EmptyState>
      </Panel>
    )
  return <Revealed duel={duel} names={names} />
}

function Revealed({ duel, names }: DuelPickListProps) {
  const [query, setQuery] = useSearchParams()
  const [shown, setShown] = useState<Shown>('all')
  const read = useDuelPicks(duel.player.id, duel.opponent.id, idOf(query.get('gameweek') ?? undefined))
  const now = useMatchClock(read.data?.picks.map(({ fixture }) => fixture) ?? [])
  return (
    <Panel
      title="Pick by pick"
      actions={<Segmented<Shown> label="Matches" options={SHOWN} value={shown} onChoose={setShown} />}
    >
      <Loaded read={read} failed="Failed to load the picks" loading={{ label: 'Loading picks', rows: 5, inset: 'all' }}>
        {({ gameweek, lastGameweek, picks }) => {
          if (gameweek === null || lastGameweek === null)
            return <EmptyState icon={LockKeyhole} title="No match has closed yet" action={<PlayLink />} />
          const rows = picks.map((pick) => duelPickRow(pick, now)).filter(isShown[shown])
          return (
            <>
              <GameweekChooser
                last={Math.max(lastGameweek, gameweek)}
                gameweek={gameweek}
                onChoose={(chosen) => setQuery({ gameweek: String(chosen) }, { replace: true })}
              />
              {rows.length === 0 ? (
                <EmptyState title={`No such picks in gameweek ${gameweek}`} action={null} />
              ) : (
                <Bouts aria-label={`Picks of gameweek ${gameweek}`}>
                  {rows.map((row) => (
                    <Bout key={row.id} row={row} names={names} />
                  ))}
                </Bouts>
              )}
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

function Bout({ row, names }: { row: DuelPickRow; names: DuelNames }) {
  const { match, state, isLive, lead } = row
  return (
    <li>
      <Side side="player" row={row} names={names} />
      <Match>
        {match}
        <small>
          {isLive && <LiveTag>Live</LiveTag>} {state}
        </small>
      </Match>
      <Side side="opponent" row={row} names={names} />
      <Lead data-live={isLive || undefined}>{leadText(lead, names, isLive)}</Lead>
    </li>
  )
}

function Side({ side, row, names }: { side: 'player' | 'opponent'; row: DuelPickRow; names: DuelNames }) {
  const { pick, points } = row[side]
  const isYou = names.you === side
  const isBetter = row.lead !== null && (side === 'player' ? row.lead > 0 : row.lead < 0)
  return (
    <Pick data-side={side} data-better={isBetter || undefined}>
      {pick ? (
        <PickPlate pick={pick} label={isYou ? 'Your pick' : `${names[side]} picked`} isTheirs={!isYou} />
      ) : (
        <Small>
          <VisuallyHidden>{names[side]}: </VisuallyHidden>no pick
        </Small>
      )}
      {points !== null && (
        <b data-points data-live={row.isLive || undefined}>
          {points}
          <VisuallyHidden> points</VisuallyHidden>
        </b>
      )}
    </Pick>
  )
}

/** `You by 10`, `So far: nia by 10`, `Level`; empty without a score. */
function leadText(lead: number | null, names: DuelNames, isLive: boolean): string {
  if (lead === null) return ''
  const text = lead === 0 ? 'Level' : `${lead > 0 ? names.player : names.opponent} by ${count(Math.abs(lead))}`
  return isLive ? `So far: ${text}` : text
}
