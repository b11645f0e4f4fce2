import { styled } from 'styled-components'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import { Small, Whole } from '../../ui/layout.ts'

const Rules = styled.dl`
  padding: 0 var(--s4) var(--s4);

  & > div {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 2px var(--s3);
    align-items: center;
    padding: 9px 0;
    border-top: 1px solid var(--line);
  }
  & dd {
    font: var(--b5);
  }
  & dd[data-words] {
    font: 400 var(--t1) / 1.4 var(--text);
    color: var(--muted);
  }
`

/**
 * Points per verdict in a season (docs/rules.md R8); null: no season yet. The text states that the multipliers are only
 * for show.
 */
export function ScoringRules({ season }: { season: string | null }) {
  const points = pointsPerVerdict(season)
  return (
    <Rules>
      {[
        { name: 'Correct result', example: 'You pick', ends: '3–1', points: points.correct },
        {
          name: 'Exact score',
          example: `+${points.exact - points.correct} on top of the result:`,
          ends: '2–1',
          points: points.exact,
        },
        { name: 'Wrong result', example: 'You pick', ends: '1–2', points: points.wrong },
      ].map(({ name, example, ends, points }) => (
        <div key={name}>
          <dt>
            {name}
            <Small as="div">
              {example} <Whole>2–1</Whole>, it ends <Whole>{ends}</Whole>
            </Small>
          </dt>
          <dd>{points}</dd>
        </div>
      ))}
      <div>
        <dt>
          Multiplier bonus up to 5x
          <Small as="div">Shown next to each result for fun. It doesn’t change your points.</Small>
        </dt>
        <dd data-words>for show</dd>
      </div>
    </Rules>
  )
}
