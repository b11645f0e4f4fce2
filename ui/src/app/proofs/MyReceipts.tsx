import { LockKeyhole, Save } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { closingText } from '../../features/fixtures/time.ts'
import { usePredictions } from '../../features/predictions/api.ts'
import { fetchReceipt, gameweekReceiptsPath, receiptPath } from '../../features/proofs/reads.ts'
import { counted, idOf } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { shortTime } from '../../lib/when.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { MatchLink } from '../../ui/MatchLink.tsx'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Select } from '../../ui/Select.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { EmptyState } from '../../ui/State.tsx'
import { useAction } from '../../ui/useAction.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const Receipts = styled.ul`
  & > li {
    display: grid;
    grid-template: 'match pick' auto 'do do' auto / minmax(0, 1fr) auto;
    gap: 4px var(--s3);
    align-items: center;
    padding: 10px var(--s4);
    border-top: 1px solid var(--line);

    @container page (width < 18rem) {
      grid-template: 'match' auto 'pick' auto 'do' auto / minmax(0, 1fr);
    }
    @container page (min-width: 37.5rem) {
      grid-template: 'match pick do' auto / minmax(0, 1fr) auto 16rem;
    }
  }
`

const Match = styled.div`
  grid-area: match;
  font: 600 var(--t3) / 1.2 var(--board);
  overflow-wrap: anywhere;

  small {
    display: block;
    font: 400 var(--t1) / 1.35 var(--text);
    color: var(--muted);
  }
`

const Do = styled.div`
  grid-area: do;
  display: flex;
  flex-wrap: wrap;
  gap: 6px 12px;
  align-items: center;
  justify-content: space-between;
`

const Choice = styled.label`
  flex: 1 1 10rem;
  min-width: 0;

  select {
    width: 100%;
  }
`

/** Rows shown at first. */
const FIRST = 4

interface MyReceiptsProps {
  onCheck: (name: string, text: string) => Promise<void> | undefined
}

/** The reader’s picks, newest first: each has a receipt to save, and to check once its match has closed. */
export function MyReceipts({ onCheck }: MyReceiptsProps) {
  const read = usePredictions()
  const [isAll, setAll] = useState(false)
  return (
    <Panel title="My receipts">
      <Loaded
        read={read}
        failed="Your receipts did not load"
        loading={{ label: 'Loading your receipts', rows: 5, inset: 'body' }}
        empty={
          <EmptyState icon={LockKeyhole} title="No receipts yet" action={<PlayLink />}>
            You get one with every pick that you save.
          </EmptyState>
        }
      >
        {(picks) => {
          const latest = [...picks].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
          return (
            <>
              <Receipts>
                {latest.slice(0, isAll ? undefined : FIRST).map((pick) => (
                  <Receipt key={pick.id} pick={pick} onCheck={onCheck} />
                ))}
              </Receipts>
              {!isAll && latest.length > FIRST && (
                <PanelFoot>
                  <Button ref={passFocus} block size="sm" onClick={() => setAll(true)}>
                    Show all {counted(latest.length, 'receipt')}
                  </Button>
                </PanelFoot>
              )}
              <WholeGameweek picks={latest} />
              <SideNote>
                <LockKeyhole aria-hidden />
                <span>A receipt holds your secret. Keep it to yourself until the match has closed.</span>
              </SideNote>
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** Saves the receipts of a gameweek in one file; at first of the one in the address, or picked last. */
function WholeGameweek({ picks }: { picks: readonly Prediction[] }) {
  const keyOf = ({ fixture: { season, gameweek } }: Prediction) => `${season} ${gameweek}`
  const gameweeks = new Map(picks.map((pick) => [keyOf(pick), pick.fixture]))
  const named = idOf(useSearchParams()[0].get('gameweek') ?? undefined)
  const [chosen, choose] = useState(() => [...gameweeks].find(([, { gameweek }]) => gameweek === named)?.[0])
  const { season, gameweek } = (chosen !== undefined && gameweeks.get(chosen)) || picks[0]!.fixture
  const isOneSeason = new Set(picks.map(({ fixture }) => fixture.season)).size === 1
  return (
    <PanelFoot>
      <Row>
        <Choice>
          <VisuallyHidden>Gameweek to save</VisuallyHidden>
          <Select value={`${season} ${gameweek}`} onChange={({ target }) => choose(target.value)}>
            {[...gameweeks].map(([key, each]) => (
              <option key={key} value={key}>
                Gameweek {each.gameweek}
                {!isOneSeason && `, ${each.season}`}
              </option>
            ))}
          </Select>
        </Choice>
        <ButtonAnchor size="sm" href={gameweekReceiptsPath(season, gameweek)} download>
          <Save aria-hidden />
          Save its receipts
        </ButtonAnchor>
      </Row>
    </PanelFoot>
  )
}

function Receipt({ pick, onCheck }: { pick: Prediction } & MyReceiptsProps) {
  const { fixture, id } = pick
  const { isBusy, run } = useAction()
  const name = `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`
  const closes = fixture.isOpen && fixture.cutoffTime
  const check = () =>
    run(async () => onCheck(name, JSON.stringify(await fetchReceipt(id))), { failed: 'Failed to load the receipt' })
  return (
    <li>
      <Match>
        <MatchLink id={fixture.id}>{name}</MatchLink>
        <small>
          Saved {shortTime(pick.updatedAt)}.{closes && ` Closes ${closingText(Date.parse(closes), serverNow())}.`}
        </small>
      </Match>
      <span style={{ gridArea: 'pick' }}>
        <PickPlate pick={pick} />
      </span>
      <Do>
        <Small>{fixture.isOpen ? 'Sealed when it closes' : 'Closed'}</Small>
        {!fixture.isOpen && (
          <Button size="sm" busy={isBusy} onClick={check}>
            Check
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        <ButtonAnchor size="sm" kind="plain" href={receiptPath(id)} download>
          <Save aria-hidden />
          Save<VisuallyHidden> the receipt of {name}</VisuallyHidden>
        </ButtonAnchor>
      </Do>
    </li>
  )
}
