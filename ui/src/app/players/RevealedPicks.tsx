import { LockKeyhole } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Player, PlayerGameweek, PlayerPredictions } from '../../../../src/areas/players/contract.ts'
import { closingText } from '../../features/fixtures/time.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { usePlayerPredictions } from '../../features/players/api.ts'
import { count, idOf, wordFor } from '../../lib/numbers.ts'
import { ButtonLink, PlayLink } from '../../ui/ButtonLink.tsx'
import { GameweekChooser } from '../../ui/GameweekChooser.tsx'
import { LiveTag } from '../../ui/LiveTag.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { MatchLink } from '../../ui/MatchLink.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PickPlate, SealedPlate } from '../../ui/PickPlate.tsx'
import { PointsTag } from '../../ui/PointsTag.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type RevealedRow, revealedRow } from './revealed.ts'

const List = styled.ul`
  container: picks / inline-size;

  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 3.5rem 3.5rem 4.5rem;
    gap: 2px var(--s3);
    align-items: center;
    justify-items: end;
    min-height: 56px;
    padding: 8px var(--s4);
    border-top: 1px solid var(--line);
  }
  & > li > :first-child {
    justify-self: start;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > li[data-head] {
    min-height: 0;
    font-size: var(--t1);
    color: var(--muted);
  }
  & > li[data-sealed] > :last-child {
    grid-column: 2 / -1;
  }
  @container picks (width < 27rem) {
    & > li {
      grid-template-columns: minmax(0, 1fr) 2.75rem 2.75rem 3.875rem;
      column-gap: 6px;
      padding-inline: var(--s3);
    }
    & > li[data-head] {
      display: none;
    }
  }
  @container picks (width < 19rem) {
    & > li {
      grid-template-columns: minmax(0, 1fr) auto auto auto;
    }
    & > li > :first-child {
      grid-column: 1 / -1;
    }
    & > li > :nth-child(2) {
      grid-column: 2;
    }
    & > li[data-sealed] > :last-child {
      grid-column: 1 / -1;
    }
  }
  @container picks (width < 14rem) {
    & > li {
      display: flex;
      flex-wrap: wrap;
    }
    & > li > :first-child {
      flex: 1 0 100%;
    }
  }
`

const Match = styled.div`
  b {
    display: block;
    font: 600 var(--t3) / 1.15 var(--board);
  }
  small {
    font-size: var(--t1);
    color: var(--muted);
  }
`

interface RevealedPicksProps {
  player: Player
  isOwn: boolean
  /** Points by gameweek, shown instead of picks to readers without a common league. */
  weeks: readonly PlayerGameweek[]
}

export function RevealedPicks({ player, isOwn, weeks }: RevealedPicksProps) {
  const [query, setQuery] = useSearchParams()
  const chosen = idOf(query.get('gameweek') ?? undefined)
  const read = usePlayerPredictions(player.id, chosen)
  const isWithout = player.totalPredictions === 0
  return (
    <Panel title="Revealed picks" actions={!isWithout && read.data && <Small>{shownWords(read.data, isOwn)}</Small>}>
      {isWithout ? (
        <EmptyState
          title={`${isOwn ? 'You have' : `${player.displayName} has`} not made a prediction this season.`}
          action={isOwn ? <PlayLink /> : <ButtonLink to="/leaderboard">Leaderboard</ButtonLink>}
        />
      ) : (
        <Loaded
          read={read}
          failed="Failed to load the picks"
          loading={{ label: 'Loading picks', rows: 5, inset: 'all' }}
        >
          {(answer) => (
            <>
              {answer.gameweek !== null && answer.lastGameweek !== null && (
                <GameweekChooser
                  last={Math.max(answer.lastGameweek, answer.gameweek)}
                  gameweek={answer.gameweek}
                  onChoose={(gameweek) => setQuery({ gameweek: String(gameweek) }, { replace: true })}
                />
              )}
              <Picks player={player} answer={answer} isOwn={isOwn} weeks={weeks} />
            </>
          )}
        </Loaded>
      )}
    </Panel>
  )
}

function shownWords({ shown }: PlayerPredictions, isOwn: boolean): string {
  if (isOwn) return 'As your league mates see them'
  return shown === 'all' ? 'Shown because you share a league' : 'Shared with everyone'
}

function Picks({ player, answer, isOwn, weeks }: RevealedPicksProps & { answer: PlayerPredictions }) {
  const { picks, sealed, shown, gameweek } = answer
  const now = useMatchClock(picks.map(({ fixture }) => fixture))
  if (gameweek === null) return <EmptyState icon={LockKeyhole} title="No match has closed yet" action={<PlayLink />} />
  if (shown === 'shared' && picks.length === 0) return <ForMates player={player} weeks={weeks} />
  if (picks.length + sealed.length === 0)
    return <EmptyState title={`No matches in gameweek ${gameweek}`} action={null} />
  return (
    <List aria-label={`Picks of gameweek ${gameweek}`}>
      {picks.length > 0 && (
        <li data-head aria-hidden>
          <span />
          <span>{isOwn ? '' : 'Theirs'}</span>
          <span>Yours</span>
          <span>{isOwn ? 'Points' : 'Their points'}</span>
        </li>
      )}
      {picks.map((pick) => (
        <PickRow key={pick.fixture.id} row={revealedRow(pick, now)} name={player.displayName} isOwn={isOwn} />
      ))}
      {shown === 'all' && <Sealed fixtures={sealed} now={now} />}
    </List>
  )
}

function PickRow({ row, name, isOwn }: { row: RevealedRow; name: string; isOwn: boolean }) {
  const { id, match, state, isLive, theirs, yours, points, verdict, word } = row
  return (
    <li>
      <Match>
        <b>
          <MatchLink id={id}>{match}</MatchLink>
        </b>
        <small>
          {isLive && <LiveTag>Live</LiveTag>} {state}
        </small>
      </Match>
      {isOwn ? <span /> : theirs ? <PickPlate pick={theirs} label={`${name} picked`} isTheirs /> : <NoPick of={name} />}
      {yours ? <PickPlate pick={yours} /> : <NoPick of="You" />}
      {points === null || verdict === null ? (
        <Small>{word}</Small>
      ) : (
        <PointsTag points={points} verdict={verdict} isTheirs={!isOwn} />
      )}
    </li>
  )
}

function NoPick({ of }: { of: string }) {
  return (
    <Small>
      <VisuallyHidden>{of}: </VisuallyHidden>no pick
    </Small>
  )
}

/** One line for all open matches, whether or not the player has predicted them. */
function Sealed({ fixtures, now }: { fixtures: readonly Fixture[]; now: number }) {
  const [next] = fixtures
  if (next === undefined) return null
  const closes = next.cutoffTime === null ? 'No date yet' : `Closes ${closingText(Date.parse(next.cutoffTime), now)}`
  return (
    <li data-sealed>
      <Match>
        <b>
          <MatchLink id={next.id}>
            {next.homeTeam.shortName} v {next.awayTeam.shortName}
          </MatchLink>
        </b>
        <small>
          {closes}
          {fixtures.length > 1 && `, and ${count(fixtures.length - 1)} more`}
        </small>
      </Match>
      <SealedPlate />
    </li>
  )
}

/** Latest gameweeks in the list of a reader without a common league. */
const LATEST = 5

const Weeks = styled(List)`
  && > li {
    grid-template-columns: minmax(0, 1fr) 4.5rem 4.5rem;
  }
`

/** Points by gameweek, and the way to see the picks. */
function ForMates({ player, weeks }: Pick<RevealedPicksProps, 'player' | 'weeks'>) {
  const settled = weeks.filter(({ theirs }) => theirs !== null)
  return (
    <>
      {settled.length > 0 && (
        <Weeks aria-label={`Points of ${player.displayName}`}>
          <li data-head aria-hidden>
            <span />
            <span>Theirs</span>
            <span>Yours</span>
          </li>
          {settled.slice(-LATEST).map(({ gameweek, theirs, yours }) => (
            <li key={gameweek}>
              <Match>
                <b>Gameweek {gameweek}</b>
              </Match>
              <Points of={player.displayName} points={theirs} />
              <Points of="You" points={yours} />
            </li>
          ))}
        </Weeks>
      )}
      <EmptyState
        icon={LockKeyhole}
        title="Picks are for league mates"
        action={<ButtonLink to="/leagues">Invite to a league</ButtonLink>}
      >
        Join a league together to see each other’s picks match by match.
      </EmptyState>
    </>
  )
}

function Points({ of, points }: { of: string; points: number | null }) {
  return (
    <b>
      <VisuallyHidden>{of}: </VisuallyHidden>
      {points === null ? '–' : count(points)}
      {points !== null && <VisuallyHidden> {wordFor(points, 'point')}</VisuallyHidden>}
    </b>
  )
}
