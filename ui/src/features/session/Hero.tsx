import { css, styled } from 'styled-components'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { cutCorner } from '../../ui/Panel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const desktop = (rules: ReturnType<typeof css>) => css`
  @container page (min-width: 64rem) {
    ${rules}
  }
`

const background = css`
  position: relative;
  overflow: hidden;
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
  padding: var(--s3) var(--s4) var(--s4);
  display: grid;
  gap: var(--s3);
  align-content: start;
`

const Headline = styled.section`
  ${background}
  grid-area: headline;

  h1 {
    font-size: clamp(2.5rem, 6.6vw, 6rem);
    line-height: 0.95;
    max-width: 16ch;
  }
  ${desktop(css`
    padding: var(--s5) var(--s7) 0;
    gap: var(--s5);
  `)}
`

const Backdrop = styled.div`
  ${background}
  grid-area: example;
  ${desktop(css`
    padding: var(--s5) var(--s7) var(--s6);
    align-content: stretch;
  `)}
`

const Lede = styled.p`
  display: none;
  margin-top: var(--s4);
  color: var(--header-muted);
  font-size: var(--t3);
  max-width: 44ch;

  @container page (min-width: 37.5rem) {
    display: block;
  }
`

const Figure = styled.figure`
  display: grid;
  gap: var(--s2);
  ${desktop(css`
    grid-template-rows: minmax(200px, 1fr) auto auto;
    max-height: 620px;
    align-self: end;
    height: 100%;
  `)}
`

const Board = styled.div`
  position: relative;
  border: 1px solid var(--header-line);
  --cut: 22px;
  --cut-line: var(--header-line);
  --under: var(--header);
  display: grid;
  grid-template-columns: 1fr 1fr;
  min-height: 132px;
  ${cutCorner}

  & > svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    fill: none;
    stroke: var(--header-line);
  }
`

const Area = styled.span`
  position: absolute;
  top: 20%;
  bottom: 20%;
  left: -1px;
  width: 11%;
  border: 1.5px solid var(--header-line);

  & + & {
    left: auto;
    right: -1px;
  }
`

const Half = styled.div`
  position: relative;
  display: grid;
  justify-items: center;
  align-content: center;
  gap: var(--s2);
  padding: var(--s3) var(--s2);
  min-width: 0;
  ${desktop(css`
    gap: var(--s5);
  `)}
`

const Figures = styled.span`
  font: 600 clamp(5rem, 20vw, 7rem) / 0.8 var(--board);
  color: var(--accent);
  ${desktop(css`
    font-size: clamp(8rem, 26vh, 15rem);
  `)}
`

const Club = styled.span`
  display: flex;
  gap: var(--s2);
  align-items: center;
  font: var(--b3);

  @container page (width < 18rem) {
    flex-direction: column;
  }
  & > span {
    --w: 1.375rem;
  }
  ${desktop(css`
    font-size: var(--t5);
    gap: var(--s3);
    & > span {
      --w: 2.125rem;
    }
  `)}
`

const YourPick = styled.span`
  position: absolute;
  left: 50%;
  top: 50%;
  translate: -50% -50%;
  white-space: nowrap;
  background: var(--header);
  padding: 1px 5px;
  font: 600 var(--t3) / 1.1 var(--board);
  color: var(--header-muted);
  ${desktop(css`
    font-size: var(--t4);
  `)}
`

const RowHead = styled.figcaption`
  display: flex;
  justify-content: space-between;
  font-size: var(--t1);
  color: var(--header-muted);
  padding: 0 6px 0 12px;

  & > :last-child {
    width: 4rem;
    text-align: center;
  }
`

const Rows = styled.ul`
  display: grid;
  gap: 2px;

  li {
    display: grid;
    grid-template-columns: 3.75rem minmax(0, 1fr) auto;
    gap: var(--s3);
    align-items: center;
    padding: 4px 6px 4px 12px;
    background: var(--header-2);
    min-height: 46px;
    line-height: 1.25;
  }
  @container page (width < 18rem) {
    li {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0 var(--s3);
    }
    li > :nth-child(2) {
      grid-row: 2;
    }
    li > :nth-child(3) {
      grid-row: 1 / 3;
      grid-column: 2;
    }
  }
  b {
    font: var(--b5);
    white-space: nowrap;
  }
`

const Points = styled.span`
  display: grid;
  place-items: center;
  min-width: 4rem;
  min-height: 38px;
  font: var(--b5);

  &[data-k='exact'] {
    background: var(--accent);
    color: var(--on-accent);
  }
  &[data-k='correct'] {
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  &[data-k='wrong'] {
    color: var(--header-muted);
  }
`

const NEWCASTLE = {
  shortName: 'Newcastle',
  code: 'NEW',
  colours: { field: '#1B1B1D', band: '#FFFFFF', letters: '#FFFFFF' },
}
const CITY = { shortName: 'Man City', code: 'MCI', colours: { field: '#6CABDD', band: '#FFFFFF', letters: '#0B1F33' } }

const POINTS = pointsPerVerdict(null)

const ENDINGS = [
  { ends: '2–1', word: 'Exact score', points: POINTS.exact, kind: 'exact' },
  { ends: '3–1', word: 'Correct result', points: POINTS.correct, kind: 'correct' },
  { ends: '1–2', word: 'Wrong result', points: POINTS.wrong, kind: 'wrong' },
] as const

export function Hero() {
  return (
    <Headline aria-labelledby="hero">
      <Brand>PLP</Brand>
      <div>
        <h1 id="hero">Call the score before kickoff.</h1>
        <Lede>
          Predict all ten Premier League matches of the gameweek. Change your mind until 5 minutes before each one
          starts.
        </Lede>
      </div>
    </Headline>
  )
}

/** The game explained by one prediction. On phones it follows the form, which must be visible at once. */
export function Example() {
  return (
    <Backdrop>
      <Figure aria-label="An example: you predict Newcastle 2, Man City 1">
        <Board>
          <svg viewBox="0 0 600 260" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
            <path d="M300 0v260" />
            <circle cx="300" cy="130" r="62" />
          </svg>
          <Area />
          <Area />
          <Half>
            <Figures>2</Figures>
            <Club>
              <Crest team={NEWCASTLE} />
              Newcastle
            </Club>
          </Half>
          <Half>
            <Figures>1</Figures>
            <Club>
              Man City
              <Crest team={CITY} />
            </Club>
          </Half>
          <YourPick>You say</YourPick>
        </Board>
        <RowHead>
          <span>If it ends</span>
          <span>points</span>
        </RowHead>
        <Rows aria-label="If it ends">
          {ENDINGS.map(({ ends, word, points, kind }) => (
            <li key={kind}>
              <b>{ends}</b>
              <span>{word}</span>
              <Points data-k={kind}>
                <span>
                  {points}
                  <VisuallyHidden> points</VisuallyHidden>
                </span>
              </Points>
            </li>
          ))}
        </Rows>
      </Figure>
    </Backdrop>
  )
}
