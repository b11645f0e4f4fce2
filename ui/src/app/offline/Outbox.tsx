import { Check, CircleCheck, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { connectionIsBack } from '../../api/connection.ts'
import { type Refused, useDrafts, type Waiting } from '../../features/predictions/drafts.ts'
import { pickOf, pickText } from '../../features/predictions/model.ts'
import { updateOutbox, useOutbox } from '../../features/predictions/outbox.ts'
import { Receipt } from '../../features/predictions/pickLine.ts'
import { counted } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { timeText } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/layout.ts'
import { Panel, PanelBody, PanelFoot } from '../../ui/Panel.tsx'
import { SentPlate } from '../../ui/PickPlate.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const List = styled.ul`
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    gap: 4px var(--s3);
    align-items: center;
    padding: 10px var(--s4);
    border-top: 1px solid var(--line);
  }
  & > li > div {
    font: 600 var(--t3) / 1.2 var(--board);
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    font: 400 var(--t1) / 1.35 var(--text);
    color: var(--muted);
  }
`

/** Text of a pick that is not on the server: waiting, or with `data-void` too late. */
const WaitingPlate = styled(SentPlate)`
  background: none;
  color: var(--ink);
  outline: 2px dashed var(--ink);
  outline-offset: -2px;

  &[data-void] {
    color: var(--muted);
    outline: 1px solid var(--line-strong);
    outline-offset: -1px;
    text-decoration: line-through;
  }
`

const Say = styled.p`
  grid-column: 1 / -1;
  font-size: var(--t1);

  &[data-quiet] {
    color: var(--muted);
  }
`

const Foot = styled(PanelBody)`
  display: flex;
  gap: var(--s2);
  padding-block: var(--s3);
  border-top: 1px solid var(--line);
  font-size: var(--t1);
  color: var(--muted);

  svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`

interface Entry extends Waiting {
  readonly fixtureId: number
  /** In words. */
  readonly pick: string
}

/** Picks that were saved without a connection: those that wait, and the outcome of each that was sent. */
export function Outbox({ userId }: { userId: number }) {
  const { waiting, drafts, store } = useDrafts(userId)
  const { sending, sent } = useOutbox()
  const entries = Object.entries(waiting).map(([id, each]): Entry => {
    const draft = drafts[Number(id)]
    const pick = draft && pickOf(draft)
    return { ...each, fixtureId: Number(id), pick: each.refused?.pick ?? (pick ? pickText(pick) : '') }
  })
  const pending = entries.filter(({ refused }) => !refused)
  const late = entries.filter(({ refused }) => refused?.why === 'late')
  const changed = entries.filter(({ refused }) => refused?.why === 'changed')
  if (entries.length + sent.length === 0) return null

  function confirm() {
    store.discard(late.map(({ fixtureId }) => fixtureId))
    updateOutbox({ sent: [] })
  }
  function sendMine({ fixtureId, refused, ...rest }: Entry) {
    store.sendLater([fixtureId], { ...rest })
    connectionIsBack()
  }
  return (
    <>
      {changed.map((each) => (
        <Panel key={each.fixtureId} title="Which one?">
          <List>
            <Item match={each.match} note={`kept here at ${timeText(each.keptAt)}`}>
              <Waits pick={each.pick} />
              <Badge tone="draft">Waiting</Badge>
            </Item>
          </List>
          <PanelBody>
            <p>
              At {timeText(each.refused!.at)} you saved {each.refused!.counts ?? 'another pick'} on another device.
            </p>
            <Row>
              <Button kind="primary" onClick={() => store.discard([each.fixtureId])}>
                Keep {each.refused!.counts ?? 'it'}
              </Button>
              <Button onClick={() => sendMine(each)}>Send {each.pick}</Button>
            </Row>
          </PanelBody>
        </Panel>
      ))}
      {pending.length > 0 && (
        <Panel
          title={sending > 0 ? `Sending ${counted(sending, 'pick')}` : 'Waiting to be sent'}
          actions={<Badge tone="draft">{pending.length}</Badge>}
        >
          <List>
            {pending.map((each) => (
              <Item key={each.fixtureId} match={each.match} note={`kept at ${timeText(each.keptAt)}`}>
                <Waits pick={each.pick} />
                <Badge tone="draft">{sending > 0 ? 'Sending' : 'Waiting'}</Badge>
                <Closing closes={each.closes} />
              </Item>
            ))}
          </List>
          <Foot as="p">
            <Info aria-hidden />
            Kept on this device only. What counts is when it reaches us, not when you picked.
          </Foot>
        </Panel>
      )}
      {late.length + sent.length > 0 && (
        <Panel title={late.length === 0 ? 'Sent' : `${late.length === 1 ? 'One' : late.length} arrived too late`}>
          <List>
            {late.map((each) => (
              <Item key={each.fixtureId} match={each.match} note={`reached us at ${timeText(each.refused!.at)}`}>
                <WaitingPlate data-void>
                  <VisuallyHidden>Your pick </VisuallyHidden>
                  {each.pick}
                </WaitingPlate>
                <Badge tone="bad">
                  <X size={14} aria-hidden />
                  Too late
                </Badge>
                <Say>
                  <b>{whyText(each.refused!, each.closes)}</b> {countsText(each.refused!)}
                </Say>
              </Item>
            ))}
            {sent.map(({ fixtureId, match, pick, at }) => (
              <Item key={fixtureId} match={match} note={`reached us at ${timeText(at)}`}>
                <SentPlate>
                  <VisuallyHidden>Your pick </VisuallyHidden>
                  {pick}
                </SentPlate>
                <Receipt>
                  <Check size={16} aria-hidden />
                  Sent
                </Receipt>
              </Item>
            ))}
          </List>
          <PanelFoot>
            <Button size="sm" onClick={confirm}>
              <CircleCheck aria-hidden />
              OK
            </Button>
          </PanelFoot>
        </Panel>
      )}
    </>
  )
}

function Item({ match, note, children }: { match: string; note: string; children: ReactNode }) {
  return (
    <li>
      <div>
        {match}
        <small>{note}</small>
      </div>
      {children}
    </li>
  )
}

function Waits({ pick }: { pick: string }) {
  return (
    <WaitingPlate>
      <VisuallyHidden>Your pick </VisuallyHidden>
      {pick}
    </WaitingPlate>
  )
}

const DAY = 24 * 60 * 60 * 1000

/** Warns of the cutoff by this device's clock, on the day before it. */
function Closing({ closes }: { closes: string | null }) {
  const left = closes === null ? DAY : Date.parse(closes) - serverNow()
  if (left >= DAY) return null
  return (
    <Say data-quiet>
      {left > 0
        ? `Closes ${timeText(closes!)}. Be back by then.`
        : 'It has closed, by this device’s clock. We still try: if your clock is wrong, it may count.'}
    </Say>
  )
}

const whyText = ({ detail, at }: Refused, closes: string | null): string =>
  closes !== null && closes <= at ? `It closed at ${timeText(closes)}.` : `${detail ?? 'It was not saved'}.`

const countsText = ({ counts }: Refused): string =>
  counts === null
    ? 'You had no earlier pick, so this match pays nothing. It stays out of your accuracy.'
    : `Your earlier pick, ${counts}, counts.`
