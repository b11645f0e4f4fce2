import { Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import useSWR from 'swr'
import type { FinalTable } from '../../../../src/areas/final-table/contract.ts'
import { finalTableTitle, PLACE_POINTS } from '../../../../src/contracts/final-table.ts'
import type { PageProps } from '../../lib/area.ts'
import { count } from '../../lib/numbers.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { shortTime } from '../../lib/when.ts'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { ClosedTable } from './ClosedTable.tsx'
import { OpenTable } from './OpenTable.tsx'
import { reads } from './reads.ts'

const CLUBS = 20

/** A season’s final table as players predict it: the current season, or the one in the address. */
export function FinalTablePage({
  user,
  title,
  share,
}: PageProps & { share: (path: string, title: string) => ReactNode }) {
  usePageTitle(title)
  const [query] = useSearchParams()
  const season = query.get('season')
  const read = useSWR<FinalTable>(reads.about.key(season))
  const { data } = read
  return (
    <>
      <Band labelledBy="final-table">
        <BandAbout>
          <h1 id="final-table">{finalTableTitle(data?.season ?? null)}</h1>
          <p>
            Put the clubs in order before the season starts. At the end we count. It has a board of its own and never
            touches your points.
          </p>
        </BandAbout>
        <BandStats>
          {/* Placeholders reserve the space. */}
          <BandStat
            label={data && data.state !== 'open' ? 'Closed' : 'Closes'}
            value={data?.closesAt ? shortTime(data.closesAt) : '–'}
          />
          <BandStat
            label="Tables"
            after={data?.state === 'open' ? 'so far' : undefined}
            value={data ? count(data.total) : '–'}
          />
          <BandStat label="Top score" value={count((data?.clubs.length || CLUBS) * PLACE_POINTS[0])} />
        </BandStats>
      </Band>
      {data === undefined ? (
        <Page>
          <Loaded
            read={read}
            failed="Unable to load the final table"
            isAlone
            loading={{ label: 'Loading the final table', rows: 10 }}
          >
            {() => null}
          </Loaded>
        </Page>
      ) : data.season === null || data.clubs.length === 0 ? (
        <Page>
          <PanelBox as="div">
            <EmptyState
              icon={Trophy}
              title="No season yet"
              action={<ButtonLink to="/leagues">Find a league</ButtonLink>}
            >
              It starts when the season’s fixtures are in.
            </EmptyState>
          </PanelBox>
        </Page>
      ) : data.state === 'open' ? (
        <OpenTable key={data.season} table={data} userId={user.id} />
      ) : (
        <ClosedTable key={data.season} table={data} season={season} userId={user.id} share={share} />
      )}
    </>
  )
}
