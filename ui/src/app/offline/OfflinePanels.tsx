import { useEffect, useState } from 'react'
import type { LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { count } from '../../lib/numbers.ts'
import { Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PersonRow, RowFigure, Rows } from '../../ui/PersonRow.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { asOfText } from './asOf.ts'
import { storedLeague } from './storeReads.ts'

/** Rows of the league that are shown, without the reader's own. */
const ROWS = 10

/** In place of the panels that need a connection: the table of the own league seen last, and what is missing. */
export function OfflinePanels({ userId }: { userId: number }) {
  const [league, setLeague] = useState<{ about: LeagueDetail; at: string } | null>(null)
  useEffect(() => {
    storedLeague().then(
      (stored) => setLeague(stored && { about: JSON.parse(stored.text), at: stored.at }),
      () => {},
    )
  }, [])
  return (
    <Stack>
      {league && <League {...league} userId={userId} />}
      <Panel title="What has to wait">
        <PanelBody>
          <p>Live scores, the boards, chat and other people’s picks. They come back when you do.</p>
        </PanelBody>
      </Panel>
    </Stack>
  )
}

function League({ about, at, userId }: { about: LeagueDetail; at: string; userId: number }) {
  const rows = about.standings.slice(0, ROWS)
  const isOwnBelow = about.me && !rows.some(({ id }) => id === userId)
  return (
    <Panel title={about.name} actions={<small>as of {asOfText(at)}</small>}>
      <Rows>
        {[...rows, ...(isOwnBelow ? [about.me!] : [])].map((row) => (
          <li key={row.id} data-you={row.id === userId || undefined}>
            <Rank ranking={row.ranking} />
            <PersonRow id={row.id} person={row} isYou={row.id === userId}>
              <RowFigure>
                <b>{count(row.totalPoints)}</b>
              </RowFigure>
            </PersonRow>
          </li>
        ))}
      </Rows>
    </Panel>
  )
}
