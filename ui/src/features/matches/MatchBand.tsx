import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Fixture, Team } from '../../../../src/areas/fixtures/contract.ts'
import { gameweekPath } from '../../../../src/contracts/paths.ts'
import { ordinal } from '../../lib/numbers.ts'
import { Crest } from '../../ui/Crest.tsx'
import { Wrap } from '../../ui/layout.ts'
import { OutlinePlate, PickPlate } from '../../ui/PickPlate.tsx'
import { PitchLines } from '../../ui/PitchLines.tsx'
import { PointsTag } from '../../ui/PointsTag.tsx'
import { tapTarget } from '../../ui/tapTarget.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { Called, Earned, Standing } from './model.ts'

const Backdrop = styled.section`
  position: relative;
  overflow: hidden;
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
  --muted: var(--header-muted);
  --line-strong: var(--header-line);
  border-top: 1px solid var(--header-line);
`

const Inner = styled(Wrap)`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s3);
  padding-block: var(--s3-4);
`

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px var(--s3);
  font-size: var(--t1);
  color: var(--header-muted);
  overflow-wrap: anywhere;

  a {
    ${tapTarget}
    color: var(--on-header);
  }
  && > :last-child {
    white-space: normal;
  }
`

const Score = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  gap: var(--s2);
  align-items: center;

  @container page (min-width: 37.5rem) {
    column-gap: var(--s4);
  }
  @container page (width < 16rem) {
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
  }
`

const Club = styled.div`
  --w: 2.75rem;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: 6px;
  min-width: 0;
  text-align: center;
  font: 600 var(--t3) / 1 var(--board);
  overflow-wrap: anywhere;

  small {
    display: block;
    font: 400 var(--t1) / 1.3 var(--text);
    color: var(--header-muted);
  }
  @container page (min-width: 37.5rem) {
    font-size: var(--t4);
  }
  @container page (min-width: 64rem) {
    --w: 3.75rem;
    flex-direction: row;
    gap: var(--s4);
    text-align: start;
    font-size: var(--t5);

    &[data-side='home'] {
      flex-direction: row-reverse;
      text-align: end;
    }
  }
`

const BigCrest = styled(Crest)`
  && {
    --w: inherit;
  }
`

const Result = styled.div`
  display: flex;
  align-items: center;
  gap: 7px;
  font: 600 3.25rem / 0.9 var(--board);

  [data-low] {
    color: var(--header-muted);
  }
  i {
    width: 14px;
    height: 3px;
    background: var(--header-line);
  }
  & > span {
    font: var(--b5);
    color: var(--header-muted);
  }
  b[data-new] {
    box-shadow: 0 8px 0 -2px var(--live);
  }
  @container page (min-width: 64rem) {
    gap: 18px;
    font-size: 6.5rem;

    i {
      width: 26px;
      height: 4px;
    }
  }
`

const Pays = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2) var(--s4);
  align-items: center;
  justify-content: center;
  padding-top: var(--s3);
  border-top: 1px solid var(--header-line);
  font-size: var(--t1);
  color: var(--header-muted);
  text-align: center;

  @container page (width < 37.5rem) {
    & > :last-child {
      flex-basis: 100%;
    }
  }
`

/* As high as a pick with its points, also before they arrive. */
const PickLine = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  min-height: 2.65rem;
  align-items: center;
  justify-content: center;
  gap: var(--s2);

  span ~ b {
    background: var(--header-2);
    box-shadow: inset 0 0 0 1px var(--header-line);
    color: var(--accent);
    font-size: var(--t5);
  }
`

interface MatchBandProps {
  readonly fixture: Fixture
  /** Date and time, shown after the gameweek. */
  readonly when: string
  readonly badge: ReactNode
  /** The score to show; null: none, or hidden. */
  readonly standing: Standing | null
  /** Places of the clubs in the league table, by club id; null while it loads: their line is kept free. */
  readonly places: ReadonlyMap<number, number> | null
  /** Undefined while it loads: its line is kept free. */
  readonly pick: Called | null | undefined
  /** Whether the match may still be picked: no pick is no miss. */
  readonly isOpen: boolean
  readonly earned: Earned | null
  /** Sentence beside the pick. */
  readonly note: ReactNode
  /** Above the band. */
  readonly strip?: ReactNode
  /** Below the pick. */
  readonly children?: ReactNode
  /** Which of the digits have just changed. */
  readonly fresh?: { readonly home: boolean; readonly away: boolean } | undefined
}

/** Head of the page of a match: clubs, score, state in a word, and the reader’s pick with its points. */
export function MatchBand(props: MatchBandProps) {
  const { fixture, when, badge, places, strip, children } = props
  const { homeTeam, awayTeam, gameweek } = fixture
  return (
    <Backdrop aria-labelledby="match">
      {strip}
      <PitchLines />
      <Inner>
        <Head>
          <span>
            <Link to={gameweekPath(gameweek)}>Gameweek {gameweek}</Link> · {when}
          </span>
          {badge}
        </Head>
        <VisuallyHidden as="h1" id="match">
          {homeTeam.shortName} v {awayTeam.shortName}
        </VisuallyHidden>
        <Score>
          <Side team={homeTeam} side="home" place={places === null ? null : places.get(homeTeam.id)} />
          <Digits {...props} />
          <Side team={awayTeam} side="away" place={places === null ? null : places.get(awayTeam.id)} />
        </Score>
        <Own {...props} />
        {children}
      </Inner>
    </Backdrop>
  )
}

function Side({ team, side, place }: { team: Team; side: 'home' | 'away'; place: number | null | undefined }) {
  return (
    <Club data-side={side}>
      <BigCrest team={team} size="lg" />
      <span>
        {team.shortName}
        {place !== undefined && <small>{place === null ? '\u00a0' : ordinal(place)}</small>}
      </span>
    </Club>
  )
}

function Digits({ standing, fresh }: MatchBandProps) {
  const { home = null, away = null } = standing?.result ?? {}
  if (home === null || away === null)
    return (
      <Result>
        <span aria-hidden>v</span>
      </Result>
    )
  return (
    <Result>
      <b data-low={home < away || undefined} data-new={fresh?.home || undefined}>
        {home}
      </b>
      <i aria-hidden />
      <VisuallyHidden>–</VisuallyHidden>
      <b data-low={away < home || undefined} data-new={fresh?.away || undefined}>
        {away}
      </b>
    </Result>
  )
}

function Own({ pick, isOpen, standing, earned, note }: MatchBandProps) {
  return (
    <Pays>
      <PickLine>
        {pick ? (
          <>
            <span aria-hidden>Your pick</span>
            <PickPlate pick={pick} />
          </>
        ) : pick === null ? (
          <OutlinePlate>{isOpen ? 'No pick yet' : 'No pick'}</OutlinePlate>
        ) : null}
      </PickLine>
      {earned && standing && <PointsTag points={earned.points} verdict={standing.isLive ? 'live' : earned.verdict} />}
      {/* Its line is kept free: most notes arrive after the match. */}
      <span>{note ?? '\u00a0'}</span>
    </Pays>
  )
}
