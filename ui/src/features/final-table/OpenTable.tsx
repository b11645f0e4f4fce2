import { CircleCheck, Clock, Lock, Trophy } from 'lucide-react'
import { useId, useRef } from 'react'
import { styled } from 'styled-components'
import type { FinalTable } from '../../../../src/areas/final-table/contract.ts'
import { HOUR, MINUTE } from '../../lib/durations.ts'
import { counted } from '../../lib/numbers.ts'
import { useMinutes } from '../../lib/useMinutes.ts'
import { shortTime } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Column, PageWithSide } from '../../ui/Page.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { EmptyState } from '../../ui/State.tsx'
import { StickyBar } from '../../ui/StickyBar.ts'
import { alphabetical, lastOrder, type Order } from './model.ts'
import { OrderList } from './OrderList.tsx'
import { Pays } from './Pays.tsx'
import { type OrderState, useOrder } from './useOrder.ts'

/** Before the first cutoff: the reader’s order, to be changed and saved. */
export function OpenTable({ table, userId }: { table: FinalTable; userId: number }) {
  const order = useOrder(userId, table)
  const last = lastOrder(table.clubs)
  const start = last ?? alphabetical(table.clubs)
  return (
    <PageWithSide>
      <Column>
        {order.order === null ? (
          <Panel title="Your table">
            <EmptyState
              icon={Trophy}
              title="You have no table yet"
              action={
                <Button kind="primary" onClick={() => order.put(start)}>
                  Start my table
                </Button>
              }
            >
              {last === null
                ? 'Put the clubs in order.'
                : 'Start from last season’s and move the clubs you see differently.'}{' '}
              It takes two minutes.
            </EmptyState>
          </Panel>
        ) : (
          <Editor table={table} state={order} order={order.order} />
        )}
      </Column>
      <Column>
        <Pays />
        {order.order !== null && (
          <Panel title="Start from">
            <PanelBody>
              <Stack>
                {last && (
                  <Button block onClick={() => order.put(last)}>
                    Last season’s table
                  </Button>
                )}
                <Button block onClick={() => order.put(alphabetical(table.clubs))}>
                  A to Z
                </Button>
                <Small as="p">This replaces your order. You can undo it until you save.</Small>
              </Stack>
            </PanelBody>
          </Panel>
        )}
        <Panel title="League mates">
          <SideNote>
            <Lock aria-hidden />
            <span>Everybody’s table opens {closing(table)}, when the first match closes.</span>
          </SideNote>
        </Panel>
      </Column>
    </PageWithSide>
  )
}

const closing = ({ closesAt }: FinalTable): string =>
  closesAt === null ? 'with the first cutoff' : `on ${shortTime(closesAt)}`

const How = styled(Small)`
  padding: 0 var(--s4) var(--s3);
`

function Editor({ table, state, order }: { table: FinalTable; state: OrderState; order: Order }) {
  const how = useId()
  const list = useRef<HTMLOListElement>(null)
  const { own, closesAt } = table
  const { changed, isSaving } = state
  const now = useMinutes()
  const left = closesAt === null ? null : Date.parse(closesAt) - now
  /** The bar disappears with the focus in it. */
  const toList = () => list.current?.focus()
  return (
    <Panel
      title="Your table"
      actions={
        changed > 0 ? (
          <Badge tone="draft">Unsaved</Badge>
        ) : (
          own && (
            <Small>
              <Row data-nowrap>
                <CircleCheck size={16} aria-hidden />
                Saved {shortTime(own.updatedAt)}
              </Row>
            </Small>
          )
        )
      }
    >
      <How as="p" id={how}>
        Drag a row, or use its arrows. With the keyboard: space lifts a row, the arrow keys move it, space puts it down,
        escape puts it back.
      </How>
      {left !== null && left < HOUR && left > 0 && (
        <SideNote data-tone="warn" role="status">
          <Clock aria-hidden />
          <span>
            Closes in {counted(Math.ceil(left / MINUTE), 'minute')}.{' '}
            {own ? 'Your saved table is the one that counts.' : 'You have saved none.'}
          </span>
        </SideNote>
      )}
      <OrderList list={list} label="Your table" how={how} clubs={table.clubs} order={order} onOrder={state.put} />
      {changed > 0 && (
        <StickyBar aria-label="Unsaved table">
          <div>
            <strong>{own ? `${counted(changed, 'place')} changed` : 'Not saved yet'}</strong>
            <Small as="div">Kept on this device</Small>
          </div>
          <Row data-nowrap>
            <Button
              size="sm"
              kind="plain"
              onDark
              disabled={isSaving}
              onClick={() => {
                toList()
                state.discard()
              }}
            >
              Undo
            </Button>
            <Button
              kind="accent"
              busy={isSaving}
              onClick={async () => {
                if (await state.save()) toList()
              }}
            >
              Save table
            </Button>
          </Row>
        </StickyBar>
      )}
    </Panel>
  )
}
