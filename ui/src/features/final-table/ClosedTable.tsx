import { CircleAlert, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FinalTable } from '../../../../src/areas/final-table/contract.ts'
import { finalTableTitle } from '../../../../src/contracts/final-table.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'
import { shortTime } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { Num, Small } from '../../ui/layout.ts'
import { Column, Halves } from '../../ui/Page.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { EmptyState } from '../../ui/State.tsx'
import { ComparedTable, SoFar } from './ComparedTable.tsx'
import { FinalBoard } from './FinalBoard.tsx'
import { Mates } from './Mates.tsx'
import { bestAndWorst, betterThan, compared, placeText, spotOnText } from './model.ts'
import { Pays } from './Pays.tsx'
import { useOrder } from './useOrder.ts'

interface ClosedTableProps {
  table: FinalTable
  /** In the address; null: the current one. */
  season: string | null
  userId: number
  /** The way to share the prediction, with its public address and title. */
  share: (path: string, title: string) => ReactNode
}

/** From the first cutoff on: the reader’s table with its points, the board, and the tables of league mates. */
export function ClosedTable({ table, season, userId, share }: ClosedTableProps) {
  const { own } = table
  const more = (
    <>
      {table.favourites && <Favourites table={table} favourites={table.favourites} />}
      <Mates table={table} season={season} />
    </>
  )
  return (
    <Halves>
      <Column>
        {own ? (
          <>
            <OwnTable table={table} own={own} userId={userId} />
            <BestAndWorst table={table} own={own} />
            {own.path && share(own.path, `My ${finalTableTitle(table.season).toLowerCase()}`)}
          </>
        ) : (
          <Panel title="Your table">
            <TooLate table={table} userId={userId} />
            <EmptyState
              icon={Lock}
              title="This season’s final table has closed"
              action={table.state !== 'final' && <PlayLink />}
            >
              It closed with the first match. You can look at the board, and make yours next August.
            </EmptyState>
          </Panel>
        )}
        {!own && more}
        <Pays />
      </Column>
      <Column>
        <FinalBoard season={season} isFinal={table.state === 'final'} userId={userId} />
        {own && more}
      </Column>
    </Halves>
  )
}

type Own = NonNullable<FinalTable['own']>

function OwnTable({ table, own, userId }: { table: FinalTable; own: Own; userId: number }) {
  const isFinal = table.state === 'final'
  const better = betterThan(table)
  return (
    <Panel
      title={isFinal ? 'Your table, final' : 'Your table, as it stands'}
      actions={
        own.score &&
        (isFinal ? <Num>{own.score.points} of 200</Num> : <SoFar>{counted(own.score.points, 'point')} so far</SoFar>)
      }
    >
      <PanelBody>
        <Small as="p">
          {own.score === null
            ? `Locked since ${shortTime(table.closesAt!)}. The points start with the first result.`
            : isFinal
              ? `${counted(own.score.spotOn, 'club')} spot on.${better === null ? '' : ` Better than ${better} in 100.`}`
              : `Locked since ${shortTime(table.closesAt!)}. ${ordinal(own.score.rank)} of ${counted(table.total, 'table')}. Matches count at full time.`}
        </Small>
      </PanelBody>
      <TooLate table={table} userId={userId} />
      <ComparedTable table={table} order={own.clubIds} label="Your table" />
    </Panel>
  )
}

/** A change that was not saved in time. */
function TooLate({ table, userId }: { table: FinalTable; userId: number }) {
  const { changed, discard } = useOrder(userId, table)
  if (changed === 0) return null
  return (
    <SideNote data-tone="warn" role="status">
      <CircleAlert aria-hidden />
      <span>
        It closed on {shortTime(table.closesAt!)}, before your last changes were saved.{' '}
        {table.own && `The table of ${shortTime(table.own.updatedAt)} counts. `}
        <Button size="sm" kind="plain" onClick={discard}>
          Forget the changes
        </Button>
      </span>
    </SideNote>
  )
}

function BestAndWorst({ table, own }: { table: FinalTable; own: Own }) {
  const isFinal = table.state === 'final'
  const rows = bestAndWorst(compared(own.clubIds, table.clubs))
  if (rows.length === 0) return null
  return (
    <Panel title={`Your best and worst${isFinal ? '' : ' so far'}`}>
      <Rows>
        {rows.map((row) => (
          <li key={row.club.id}>
            <Crest team={row.club} size="sm" />
            <RowText>
              <b>
                {row.club.shortName} {ordinal(row.place)}
              </b>
              <Small as="div">{row.out === 0 ? spotOnText(own, row.club.id) : placeText(row, isFinal)}</Small>
            </RowText>
            {isFinal ? <b>{row.points}</b> : <SoFar>{row.points}</SoFar>}
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

interface FavouritesProps {
  table: FinalTable
  favourites: NonNullable<FinalTable['favourites']>
}

function Favourites({ table: { clubs, total }, favourites: { champion, bottom } }: FavouritesProps) {
  const lines = [
    ['Champions', champion],
    ['Bottom', bottom],
  ] as const
  return (
    <Panel title="What everybody thought" actions={<Small>{counted(total, 'table')}</Small>}>
      <Rows>
        {lines.map(([label, { clubId, percent }]) => {
          const club = clubs.find(({ id }) => id === clubId)
          if (!club) return null
          return (
            <li key={label}>
              <Crest team={club} size="sm" />
              <RowText>
                <b>
                  {label}: {club.shortName}
                </b>
                <Small as="div">{count(percent)}% said so</Small>
              </RowText>
            </li>
          )
        })}
      </Rows>
    </Panel>
  )
}
