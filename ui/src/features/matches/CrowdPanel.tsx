import type { CSSProperties, ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { PickCount } from '../../../../src/areas/matches/contract.ts'
import { pointsPerVerdict, type Scoreline } from '../../../../src/contracts/points.ts'
import { count, counted } from '../../lib/numbers.ts'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { EmptyState } from '../../ui/State.tsx'
import {
  commonScores,
  countedAs,
  earned,
  isSame,
  percentages,
  picksOf,
  type Sides,
  type Standing,
  sidesOf,
} from './model.ts'

const Bars = styled.div`
  display: grid;
  gap: 2px;
  height: 44px;
  margin-bottom: var(--s2);

  i {
    background: var(--line-strong);
  }
  i:first-child {
    background: var(--chart-1);
  }
  i:nth-child(2) {
    background-image: repeating-linear-gradient(135deg, transparent 0 5px, var(--surface) 5px 7px);
  }
  i:last-child {
    background: var(--chart-2);
  }
  @media (forced-colors: active) {
    i {
      border: 1px solid;
    }
  }
`

const Shares = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr));
  gap: var(--s2);
  overflow-wrap: anywhere;

  & > div {
    display: flex;
    flex-direction: column;
  }
  & > :nth-child(2) {
    text-align: center;
  }
  & > :nth-child(3) {
    text-align: end;
  }
  dt {
    order: 2;
    font-size: var(--t1);
    line-height: 1.3;
    color: var(--muted);
  }
  dd {
    font: var(--b6);
  }
  small {
    display: block;
    font: 400 var(--t1) / 1.4 var(--text);
    color: var(--muted);
  }
`

const SixBox = styled.div`
  container: six / inline-size;
`

const Six = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1px;
  background: var(--line);
  border-top: 1px solid var(--line);

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px var(--s3);
    align-items: center;
    padding: 10px var(--s4);
    background: var(--surface);
  }
  li[data-you] {
    background: var(--you-tint);
  }
  li > :first-child {
    min-width: 4rem;
    padding-block: 5px;
    font-size: var(--t5);
  }
  li > b:nth-child(2) {
    font: var(--b5);
    line-height: 1;
  }
  small {
    display: block;
    font: 400 var(--t1) / 1.3 var(--text);
    color: var(--muted);
  }
  li > span {
    grid-column: 1 / -1;
    font-size: var(--t1);
    color: var(--muted);
  }
  li[data-you] :is(small, span) {
    color: var(--ink);
  }
  @container six (min-width: 18rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @container six (min-width: 36rem) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`

const Sentence = styled.p`
  padding: 10px var(--s4);
  border-top: 1px solid var(--line);
  font-size: var(--t1);
`

interface CrowdProps {
  readonly fixture: Fixture
  readonly crowd: readonly PickCount[]
  readonly standing: Standing | null
  readonly own: Scoreline | null
}

/** How all players predicted a match: three bars, and the most common scores with their points. */
export function CrowdPanel({ fixture, crowd, standing, own }: CrowdProps) {
  const sides = sidesOf(crowd)
  const right = standing && !standing.isLive ? `, ${count(sides[standing.result.outcome])} right` : ''
  const title =
    standing === null
      ? 'How everybody called it, before kickoff'
      : standing.isLive
        ? 'How everybody called it'
        : 'How everybody had it'
  return (
    <Panel title={title} actions={<Small>{counted(sides.total, 'pick') + right}</Small>}>
      {sides.total === 0 ? (
        <EmptyState title="Nobody picked this match" action={null} />
      ) : (
        <>
          <PanelBody>
            <Result fixture={fixture} sides={sides} />
          </PanelBody>
          <SixBox>
            <Six aria-label="Most common scores">
              {commonScores(crowd).map((each) => (
                <Common key={`${each.home}-${each.away}`} {...{ fixture, standing, own, each, total: sides.total }} />
              ))}
            </Six>
          </SixBox>
          {standing?.isLive && <SaidSo crowd={crowd} result={standing.result} total={sides.total} />}
        </>
      )}
    </Panel>
  )
}

function Result({ fixture: { homeTeam, awayTeam }, sides }: { fixture: Fixture; sides: Sides }) {
  const share = percentages(sides)
  const columns = {
    gridTemplateColumns: [sides.home, sides.draw, sides.away].map((n) => `minmax(3px, ${n}fr)`).join(' '),
  }
  const rows = [
    ['home', `${homeTeam.shortName} win`],
    ['draw', 'Draw'],
    ['away', `${awayTeam.shortName} win`],
  ] as const
  const words = `${homeTeam.shortName} to win ${share.home} percent, draw ${share.draw}, ${awayTeam.shortName} to win ${share.away}`
  return (
    <>
      <Bars role="img" aria-label={words} style={columns as CSSProperties}>
        <i />
        <i />
        <i />
      </Bars>
      <Shares>
        {rows.map(([outcome, label]) => (
          <div key={outcome}>
            <dt>{label}</dt>
            <dd>
              {share[outcome]}%<small>{counted(sides[outcome], 'pick')}</small>
            </dd>
          </div>
        ))}
      </Shares>
    </>
  )
}

interface CommonProps extends Omit<CrowdProps, 'crowd'> {
  readonly each: PickCount
  readonly total: number
}

function Common({ fixture, standing, own, each, total }: CommonProps) {
  const pick = countedAs(each)
  const isOwn = own !== null && isSame(own, pick)
  return (
    <li data-you={isOwn || undefined}>
      <PickPlate
        pick={{ predictedResult: each.result, predictedHomeScore: each.home, predictedAwayScore: each.away }}
        label={isOwn ? 'Your pick' : ''}
        isTheirs={!isOwn}
      />
      <b>
        {Math.round((100 * each.picks) / total)}%<small>{counted(each.picks, 'pick')}</small>
      </b>
      <span>
        {pointsText(pick, standing, fixture.season)}
        {isOwn && ', and yours'}
      </span>
    </li>
  )
}

/** `15 if it ends so`, `5 as it stands`, `15 paid, exact` */
function pointsText(pick: Scoreline, standing: Standing | null, season: string): ReactNode {
  if (standing === null) return `${pointsPerVerdict(season).exact} if it ends so`
  const { points, verdict } = earned(pick, standing.result, season)
  if (standing.isLive) return `${points} as it stands`
  return `${points} paid${verdict === 'exact' ? ', exact' : ''}`
}

function SaidSo({ crowd, result, total }: { crowd: readonly PickCount[]; result: Scoreline; total: number }) {
  const said = picksOf(crowd, result)
  return (
    <Sentence>
      <b>{said === 0 ? 'Nobody' : count(said)}</b> said {result.home}–{result.away}, the score now
      {said > 0 && `: ${Math.max(1, Math.round((100 * said) / total))}%`}.
    </Sentence>
  )
}
