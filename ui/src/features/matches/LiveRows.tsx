import { styled } from 'styled-components'
import type { Fixture, Team } from '../../../../src/areas/fixtures/contract.ts'
import type { Goal } from '../../../../src/areas/matches/contract.ts'
import { timeText } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { LiveTag } from '../../ui/LiveTag.ts'
import { MatchLink } from '../../ui/MatchLink.tsx'
import { OutlinePlate, PickPlate } from '../../ui/PickPlate.tsx'
import { PointsTag } from '../../ui/PointsTag.tsx'
import { type Called, earned, scorelineOf, stakeOf, standingOf, swingOf } from './model.ts'
import { SwingList } from './SwingList.tsx'

const List = styled.ol`
  container: lv / inline-size;

  & > li {
    display: grid;
    grid-template: 'm p' auto 's s' auto / minmax(0, 1fr) auto;
    gap: 10px var(--s3);
    align-items: center;
    padding: 12px var(--s4);
    border-top: 1px solid var(--line);
  }
  & > li[data-goal] {
    box-shadow: inset 4px 0 0 var(--live);
  }
  @container lv (min-width: 44rem) {
    & > li {
      grid-template: 'm p s' auto / minmax(0, 1fr) auto minmax(0, 1.25fr);
      column-gap: var(--s5);
    }
  }
  @container lv (max-width: 17rem) {
    & > li {
      grid-template: 'm' auto 'p' auto 's' auto / minmax(0, 1fr);
    }
  }
`

const Match = styled.div`
  grid-area: m;
  display: grid;
  gap: 3px;
  min-width: 0;
`

const Tag = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 10px;
  align-items: center;
  font-size: var(--t1);
  color: var(--muted);
`

const Club = styled.span`
  display: grid;
  grid-template-columns: 1.625rem minmax(0, 1fr) auto;
  gap: var(--s2);
  align-items: center;
  font: 600 var(--t4) / 1.05 var(--board);

  b {
    min-width: 22px;
    text-align: center;
    font: var(--b5);
  }
  &[data-low] {
    color: var(--muted);
  }
  b[data-new] {
    box-shadow: 0 3px 0 0 var(--live);
  }
`

const Pick = styled.div`
  grid-area: p;
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);
  align-items: center;
  justify-content: flex-end;
`

const Rest = styled.div`
  grid-area: s;
`

interface LiveRow {
  readonly fixture: Fixture
  readonly pick: Called | null
  /** The last goal, if it is new; null: none. */
  readonly fresh: Goal | null
  readonly isCovered: boolean
}

const freshText = ({ isTakenBack, at }: Goal): string => `${isTakenBack ? 'No goal' : 'Goal'} ${timeText(at)}`

interface LiveRowsProps {
  readonly rows: readonly LiveRow[]
  /** Server time. */
  readonly now: number
  onShow(fixture: Fixture): void
}

const rankOf = ({ fixture, pick, isCovered }: LiveRow): number => {
  const standing = isCovered ? null : standingOf(fixture)
  if (standing === null || !standing.isLive) return -2
  return pick ? stakeOf(swingOf(scorelineOf(pick), standing, fixture.season)) : -1
}

/** Matches under way, those with most to change for the reader first. */
export function LiveRows({ rows, ...shared }: LiveRowsProps) {
  return (
    <List>
      {rows
        .toSorted((a, b) => rankOf(b) - rankOf(a) || a.fixture.id - b.fixture.id)
        .map((row) => (
          <Row key={row.fixture.id} row={row} {...shared} />
        ))}
    </List>
  )
}

function Row({
  row: { fixture, pick, fresh, isCovered },
  now,
  onShow,
}: Omit<LiveRowsProps, 'rows'> & { row: LiveRow }) {
  const { homeTeam, awayTeam, homeScore: home, awayScore: away, kickoffTime } = fixture
  const standing = isCovered ? null : standingOf(fixture)
  const isOver = standing !== null && !standing.isLive
  const swing = pick && standing?.isLive ? swingOf(scorelineOf(pick), standing, fixture.season) : null
  const result = pick && standing ? earned(scorelineOf(pick), standing.result, fixture.season) : null
  const isKnown = standing !== null && home !== null && away !== null
  return (
    <li data-goal={(fresh !== null && !isCovered) || undefined}>
      <Match>
        <Tag>
          {isOver ? <b>Full time</b> : <LiveTag>{fresh && !isCovered ? freshText(fresh) : 'Live'}</LiveTag>}
          {kickoffTime && Date.parse(kickoffTime) <= now && <span>On since {timeText(kickoffTime)}</span>}
        </Tag>
        <MatchLink id={fixture.id}>
          <Side
            team={homeTeam}
            goals={isKnown ? home : null}
            isLow={isKnown && home < away}
            isNew={fresh?.side === 'home'}
          />
          <Side
            team={awayTeam}
            goals={isKnown ? away : null}
            isLow={isKnown && away < home}
            isNew={fresh?.side === 'away'}
          />
        </MatchLink>
      </Match>
      <Pick>
        {pick ? <PickPlate pick={pick} /> : <OutlinePlate>no pick</OutlinePlate>}
        {isCovered ? (
          <Button
            size="sm"
            aria-label={`Show ${homeTeam.shortName} v ${awayTeam.shortName}`}
            onClick={() => onShow(fixture)}
          >
            Show
          </Button>
        ) : (
          result && <PointsTag points={result.points} verdict={isOver ? result.verdict : 'live'} />
        )}
      </Pick>
      {swing && (
        <Rest>
          <SwingList fixture={fixture} swing={swing} />
        </Rest>
      )}
    </li>
  )
}

function Side({ team, goals, isLow, isNew }: { team: Team; goals: number | null; isLow: boolean; isNew: boolean }) {
  return (
    <Club data-low={isLow || undefined}>
      <Crest team={team} size="sm" />
      <span>{team.shortName}</span>
      {goals !== null && <b data-new={isNew || undefined}>{goals}</b>}
    </Club>
  )
}
