import { ChevronLeft, ChevronRight, Clock, Download, Gift } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import { type Wrap, WrapPart } from '../../../../src/areas/wraps/contract.ts'
import { ShareLinks } from '../../features/sharing/ShareLinks.tsx'
import { useWrap } from '../../features/wraps/api.ts'
import { type StoryCard, storyOf } from '../../features/wraps/model.ts'
import { counted } from '../../lib/numbers.ts'
import { Band } from '../../ui/Band.tsx'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Gone } from '../../ui/Gone.tsx'
import { Row, Small, Spread, Stack } from '../../ui/layout.ts'
import { Column, Page } from '../../ui/Page.ts'
import { PageOf } from '../../ui/PageOf.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { EmptyState } from '../../ui/State.tsx'
import { Picture } from '../sharing/Picture.ts'

const PARTS = [
  { value: 'half', label: 'Half-time' },
  { value: 'season', label: 'Season' },
] as const

const titleOf = ({ part, season }: Wrap): string => {
  const name = part === 'half' ? 'half-season' : 'season'
  return season === 'demo' ? `demo ${name}` : `${name} ${season.replace('-', '–')}`
}

const noSeason = (
  <Gone icon={Gift} title="No season yet" to="/leagues" label="Find a league">
    It starts when the season’s fixtures are in.
  </Gone>
)

export function WrapPage() {
  const [query, setQuery] = useSearchParams()
  const asked = WrapPart.safeParse(query.get('part'))
  const read = useWrap(asked.success ? asked.data : null)
  return (
    <PageOf
      read={read}
      name="Your season"
      gone={noSeason}
      failed="Your season did not load"
      loading="Loading your season"
    >
      {(wrap) => (
        <>
          <Band labelledBy="wrap">
            <Stack style={{ gridColumn: '1 / -1' }}>
              <Spread>
                <h1 id="wrap">Your {titleOf(wrap)}</h1>
              </Spread>
              {wrap.cards !== null && <Story key={`${wrap.season} ${wrap.part}`} cards={storyOf(wrap)} />}
            </Stack>
          </Band>
          <Page>
            <Segmented<WrapPart>
              label="Part of the season"
              options={PARTS}
              value={wrap.part}
              onChoose={(part) => setQuery({ part }, { replace: true })}
            />
            {wrap.cards === null || wrap.path === null ? (
              <Missing wrap={wrap} />
            ) : (
              <Whole wrap={wrap} path={wrap.path} />
            )}
          </Page>
        </>
      )}
    </PageOf>
  )
}

function Missing({ wrap }: { wrap: Wrap }) {
  const { part, settledGameweeks, neededGameweeks, picks, neededPicks } = wrap
  return (
    <Panel title="Not yet">
      {settledGameweeks < neededGameweeks ? (
        <EmptyState
          icon={Clock}
          title={settledGameweeks === 0 ? 'Nothing to wrap yet' : 'Your season is still on'}
          action={<PlayLink />}
        >
          {part === 'half' ? 'The half-time wrap' : 'The wrap'} comes after{' '}
          {counted(neededGameweeks, 'settled gameweek')}. So far: {settledGameweeks}.
        </EmptyState>
      ) : (
        <EmptyState
          icon={Gift}
          title={part === 'half' ? 'Your half-season was short' : 'Your season was short'}
          action={part === 'half' && <PlayLink />}
        >
          With {neededPicks} settled picks you get a wrap. You made {picks}.
        </EmptyState>
      )}
    </Panel>
  )
}

const Cards = styled.ul`
  display: grid;
  gap: var(--s4);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
  padding: 0 var(--s4) var(--s4);
`

function Whole({ wrap, path }: { wrap: Wrap; path: string }) {
  const cards = storyOf(wrap)
  const title = `My ${titleOf(wrap)}`
  return (
    <SideLayout>
      <Panel title={`All ${cards.length} cards`}>
        <Cards>
          {cards.map((card, nth) => (
            <li key={card.name}>
              <Card card={card} nth={nth} of={cards.length} />
            </li>
          ))}
        </Cards>
      </Panel>
      <Column>
        <Panel title="Share it">
          <PanelBody>
            <Stack>
              <Picture src={`${path}/card.png`} alt={`Picture of the link: ${title}`} width={1200} height={630} />
              <ShareLinks link={location.origin + path} title={title} />
              <Small as="p">Your username and your numbers, to anyone with the link. Your rival is not named.</Small>
              <Row>
                <ButtonAnchor href={`${path}/card.png`} download="season.png">
                  <Download aria-hidden />
                  Save picture
                </ButtonAnchor>
                <ButtonAnchor href={`${path}/story.png`} download="season-story.png">
                  <Download aria-hidden />
                  Save for a story
                </ButtonAnchor>
              </Row>
            </Stack>
          </PanelBody>
        </Panel>
      </Column>
    </SideLayout>
  )
}

/* At least as high as a story; higher with enlarged text. */
const Box = styled.article`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  gap: var(--s4);
  min-height: 20rem;
  height: 100%;
  padding: var(--s5);
  background: var(--header-2);
  border: 1px solid var(--header-line);
  color: var(--on-header);
  overflow-wrap: anywhere;

  header {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: var(--s2);
    font: 600 var(--t3) / 1.1 var(--board);
    color: var(--header-muted);
  }
  & > div {
    align-self: center;
    font: 600 var(--t4) / 1.1 var(--board);
  }
  b {
    display: block;
    margin-top: var(--s2);
    font: 600 var(--t7) / 0.9 var(--board);
    color: var(--accent);
  }
  & > p {
    color: var(--header-muted);
  }
`

function Card({ card: { name, about, big, text }, nth, of }: { card: StoryCard; nth: number; of: number }) {
  const at = `${nth + 1} of ${of}`
  return (
    <Box aria-label={`${at}: ${name}`}>
      <header>
        <span>{name}</span>
        <span>{at}</span>
      </header>
      <div>
        {about}
        <b>{big}</b>
      </div>
      <p>{text}</p>
    </Box>
  )
}

const Tale = styled(Stack)`
  width: min(26.25rem, 100%);
  margin-inline: auto;
`

const Segments = styled.div`
  display: flex;
  gap: 4px;

  button {
    flex: 1;
    display: grid;
    align-items: center;
    min-height: 32px;
    padding: 0;
    background: none;
    border: 0;
    cursor: pointer;
  }
  button::before {
    content: '';
    height: 5px;
    background: var(--header-line);
  }
  button[data-seen]::before {
    background: var(--on-header);
  }
  button[aria-current]::before {
    background: var(--accent);
  }
  @media (forced-colors: active) {
    button::before {
      background: GrayText;
    }
    button[aria-current]::before {
      background: Highlight;
    }
  }
`

/* A horizontal swipe turns the card; a vertical one scrolls the page. */
const Stage = styled.div`
  touch-action: pan-y;
`

/** Pixels of a horizontal swipe. */
const SWIPE = 40

/** One card at a time: segments, buttons, arrow keys and swipes turn it. Nothing turns by itself. */
function Story({ cards }: { cards: readonly StoryCard[] }) {
  const [at, setAt] = useState(0)
  const startX = useRef(0)
  const last = cards.length - 1
  const card = cards[Math.min(at, last)]
  if (card === undefined) return null
  const go = (to: number) => setAt(Math.max(0, Math.min(last, to)))
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const onPointerUp = ({ clientX }: PointerEvent) => {
    const moved = clientX - startX.current
    if (Math.abs(moved) > SWIPE) go(at + (moved < 0 ? 1 : -1))
  }
  return (
    <Tale>
      <Segments role="group" aria-label="Cards">
        {cards.map(({ name }, nth) => (
          <button
            key={name}
            type="button"
            aria-label={`Card ${nth + 1}: ${name}`}
            aria-current={nth === at || undefined}
            data-seen={nth < at || undefined}
            onClick={() => go(nth)}
          />
        ))}
      </Segments>
      <Stage
        tabIndex={0}
        role="group"
        aria-roledescription="story"
        aria-label={`Your season in ${cards.length} cards. Arrow keys turn them.`}
        onKeyDown={onKeyDown}
        onPointerDown={({ clientX }) => {
          startX.current = clientX
        }}
        onPointerUp={onPointerUp}
      >
        <Card card={card} nth={at} of={cards.length} />
      </Stage>
      <Spread>
        <Button onDark aria-disabled={at === 0} onClick={() => go(at - 1)}>
          <ChevronLeft aria-hidden />
          Back
        </Button>
        <Small data-ink role="status">
          {at + 1} of {cards.length}
        </Small>
        <Button kind="accent" aria-disabled={at === last} onClick={() => go(at + 1)}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </Spread>
    </Tale>
  )
}
