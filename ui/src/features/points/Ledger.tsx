import { styled } from 'styled-components'
import type { LedgerEntry } from '../../../../src/areas/boards/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { MatchLink } from '../../ui/MatchLink.tsx'
import { bySeason, seasonName, signed, TYPE_WORDS } from './model.ts'

const Season = styled.section`
  & > header {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--s3);
    padding-block: var(--s2);
    border-bottom: 2px solid var(--ink);
  }
  & h3 {
    font-size: var(--t3);
  }
`

const Total = styled.b`
  font: var(--b4);
  white-space: nowrap;
`

const Entries = styled.ul`
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 var(--s3);
    align-items: center;
    padding: 8px 0;
    border-bottom: 1px solid var(--line);
  }
  @container page (width < 16rem) {
    & > li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  & small {
    display: block;
    font-size: var(--t1);
    color: var(--muted);
  }
`

const Points = styled.b`
  min-width: 3rem;
  text-align: end;
  white-space: nowrap;
  font: var(--b4);

  &[data-zero] {
    color: var(--muted);
  }
`

export function Ledger({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <>
      {bySeason(entries).map(({ season, total, entries: list }) => (
        <Season key={season} aria-label={seasonName(season)}>
          <header>
            <h3>{seasonName(season)}</h3>
            <Total>{counted(total, 'point')}</Total>
          </header>
          <Entries>
            {list.map((entry) => (
              <li key={entry.id}>
                <div>
                  {entry.reason}
                  <small>
                    {entry.fixtureId === undefined ? (
                      TYPE_WORDS[entry.type]
                    ) : (
                      <MatchLink id={entry.fixtureId} label={`${TYPE_WORDS[entry.type]}: ${entry.reason}`}>
                        {TYPE_WORDS[entry.type]}
                      </MatchLink>
                    )}{' '}
                    · {dateText(entry.createdAt)}
                  </small>
                </div>
                <Points data-zero={entry.points === 0 || undefined}>{signed(entry.points)}</Points>
              </li>
            ))}
          </Entries>
        </Season>
      ))}
    </>
  )
}
