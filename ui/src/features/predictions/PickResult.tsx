import type { ReactNode } from 'react'
import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import type { Prediction } from '../../../../src/contracts/predictions.ts'
import type { Side } from './model.ts'
import { Mid, Plate, ScoreBug } from './scoreBug.ts'
import { Goal, LitDigit } from './scoreBugDigits.ts'

interface Sides {
  readonly fixture: Fixture
  renderCrest(side: Side): ReactNode
}

/** A pick that can no longer change, before the match begins: lit, without fields. */
export function LockedPick({ fixture, prediction, renderCrest }: Sides & { prediction: Prediction }) {
  const { predictedResult: result, predictedHomeScore: home, predictedAwayScore: away } = prediction
  return (
    <ScoreBug as="div">
      <Club fixture={fixture} side="home" renderCrest={renderCrest} lit={result === 'home'} />
      <LitDigit data-empty={home === null || undefined}>{home ?? '–'}</LitDigit>
      <Mid as="div" data-lit={result === 'draw' || undefined}>
        {result === 'draw' ? 'Draw' : '–'}
      </Mid>
      <LitDigit data-empty={away === null || undefined}>{away ?? '–'}</LitDigit>
      <Club fixture={fixture} side="away" renderCrest={renderCrest} lit={result === 'away'} />
    </ScoreBug>
  )
}

/** What happened: the real score, plain and large; `covered` while live scores are hidden. No score is none, never 0–0. */
export function ResultBoard({ fixture, renderCrest, isCovered }: Sides & { isCovered: boolean }) {
  const { homeScore: home, awayScore: away } = fixture
  const isKnown = home !== null && away !== null && !isCovered
  return (
    <ScoreBug as="div" data-settled>
      <Club fixture={fixture} side="home" renderCrest={renderCrest} />
      <Goal data-low={(isKnown && home < away) || undefined}>{isKnown ? home : ''}</Goal>
      <Mid as="span" aria-hidden>
        {isKnown ? '–' : 'v'}
      </Mid>
      <Goal data-low={(isKnown && away < home) || undefined}>{isKnown ? away : ''}</Goal>
      <Club fixture={fixture} side="away" renderCrest={renderCrest} />
    </ScoreBug>
  )
}

function Club({ fixture, side, renderCrest, lit }: Sides & { side: Side; lit?: boolean }) {
  const team = side === 'home' ? fixture.homeTeam : fixture.awayTeam
  return (
    <Plate as="div" data-side={side} data-lit={lit || undefined}>
      {renderCrest(side)}
      <b data-name>{team.shortName}</b>
    </Plate>
  )
}
