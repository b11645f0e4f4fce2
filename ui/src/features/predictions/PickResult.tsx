import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { Crest } from '../../ui/Crest.tsx'
import type { Side } from './model.ts'
import { Mid, Plate, ScoreBug } from './scoreBug.ts'
import { Goal, LitDigit } from './scoreBugDigits.ts'

/** A locked pick before kickoff: lit, without fields. */
export function LockedPick({ prediction }: { prediction: Prediction }) {
  const { fixture, predictedResult: result, predictedHomeScore: home, predictedAwayScore: away } = prediction
  return (
    <ScoreBug as="div">
      <Club fixture={fixture} side="home" lit={result === 'home'} />
      <LitDigit data-empty={home === null || undefined}>{home ?? '–'}</LitDigit>
      <Mid as="div" data-lit={result === 'draw' || undefined}>
        {result === 'draw' ? 'Draw' : '–'}
      </Mid>
      <LitDigit data-empty={away === null || undefined}>{away ?? '–'}</LitDigit>
      <Club fixture={fixture} side="away" lit={result === 'away'} />
    </ScoreBug>
  )
}

/** The real score, plain and large; `isCovered` while live scores are hidden. A missing score is empty, never 0–0. */
export function ResultBoard({ fixture, isCovered }: { fixture: Fixture; isCovered: boolean }) {
  const { homeScore: home, awayScore: away } = fixture
  const isKnown = home !== null && away !== null && !isCovered
  return (
    <ScoreBug as="div" data-settled>
      <Club fixture={fixture} side="home" />
      <Goal data-low={(isKnown && home < away) || undefined}>{isKnown ? home : ''}</Goal>
      <Mid as="span" aria-hidden>
        {isKnown ? '–' : 'v'}
      </Mid>
      <Goal data-low={(isKnown && away < home) || undefined}>{isKnown ? away : ''}</Goal>
      <Club fixture={fixture} side="away" />
    </ScoreBug>
  )
}

function Club({ fixture, side, lit }: { fixture: Fixture; side: Side; lit?: boolean }) {
  const team = side === 'home' ? fixture.homeTeam : fixture.awayTeam
  return (
    <Plate as="div" data-side={side} data-lit={lit || undefined}>
      <Crest team={team} data-crest />
      <b data-name>{team.shortName}</b>
    </Plate>
  )
}
