import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { StoryCard } from '../../../../src/areas/news/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, Cards, CardText } from '../../ui/Card.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { Headline } from './Headline.tsx'
import { frontPage, pictureOf, type StoryFilter } from './model.ts'
import { Age } from './NewsList.tsx'
import { PickPoints } from './PickPoints.tsx'

/** Texts for a filter without stories. */
const NONE: Readonly<Record<StoryFilter, { title: string; text: string }>> = {
  all: { title: 'No news available', text: 'The first stories arrive with the first results.' },
  picks: { title: 'No stories about your picks yet', text: 'They arrive with the results of matches you have picked.' },
  leagues: { title: 'No stories about your leagues yet', text: 'They arrive when you or a league mate make the news.' },
}

interface FrontPageProps {
  cards: readonly StoryCard[]
  filter: StoryFilter
  onAll(): void
}

/** Lead story, and the other stories by gameweek with their match reports folded into one entry. */
export function FrontPage({ cards, filter, onAll }: FrontPageProps) {
  const page = frontPage(cards, filter)
  const now = serverNow()
  if (page === null)
    return (
      <PanelBox as="div">
        <EmptyState title={NONE[filter].title} action={<Button onClick={onAll}>Show all stories</Button>}>
          {NONE[filter].text}
        </EmptyState>
      </PanelBox>
    )
  return (
    <Stack data-gap="wide">
      <Lead card={page.lead} now={now} />
      {page.gameweeks.map(({ gameweek, stories, reports }) => (
        <Gameweek key={gameweek} aria-labelledby={`gameweek-${gameweek}`}>
          <h2 id={`gameweek-${gameweek}`}>Gameweek {gameweek}</h2>
          {stories.length > 0 && (
            <Stories>
              {stories.map((card) => (
                <li key={card.url}>
                  <StoryBox card={card} now={now} />
                </li>
              ))}
            </Stories>
          )}
          {reports.length > 0 && <Reports gameweek={gameweek} reports={reports} isOpen={filter !== 'all'} />}
        </Gameweek>
      ))}
    </Stack>
  )
}

const LeadBox = styled(PanelBox)`
  display: grid;
  gap: var(--s4);
  padding: var(--s4);
  align-items: center;
  grid-template-columns: minmax(0, 1fr);

  img {
    width: 100%;
    height: auto;
    aspect-ratio: 4 / 3;
  }
  h2 {
    font: 600 var(--t6) / 1.05 var(--board);
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  h2 a {
    ${reachable}
    color: inherit;
    text-decoration-color: transparent;
  }
  h2 a:hover {
    text-decoration-color: currentColor;
  }
  @container page (min-width: 37.5rem) {
    padding: var(--s5);

    &[data-picture] {
      grid-template-columns: 15rem minmax(0, 1fr);
      gap: var(--s5);
    }
  }
  @container page (width < 37.5rem) {
    img {
      max-width: 12rem;
    }
    h2 {
      font-size: var(--t5);
    }
  }
`

function Lead({ card, now }: { card: StoryCard; now: number }) {
  const picture = pictureOf(card)
  const id = useId()
  return (
    <LeadBox as="article" aria-labelledby={id} data-picture={picture ? true : undefined}>
      {picture && <img src={picture} alt="" width={240} height={180} />}
      <Stack>
        <Kind card={card} now={now} withGameweek />
        <h2 id={id}>
          <Link to={card.url}>
            <Headline text={card.title} />
          </Link>
        </h2>
        <p>{card.description}</p>
        <Yours card={card} />
      </Stack>
    </LeadBox>
  )
}

/* A gameweek has four stories as a rule: in one line, or two by two. */
const Stories = styled(Cards)`
  --least: 16.5rem;
`

const Gameweek = styled.section`
  display: grid;
  gap: var(--s3);
  grid-template-columns: minmax(0, 1fr);

  & > h2 {
    font-size: var(--t5);
  }
`

const Box = styled(Card)`
  height: 100%;

  h3 a {
    ${reachable}
  }
`

function StoryBox({ card, now }: { card: StoryCard; now: number }) {
  return (
    <Box as="article">
      <Kind card={card} now={now} />
      <h3>
        <Link to={card.url}>
          <Headline text={card.title} />
        </Link>
      </h3>
      <CardText>{card.description}</CardText>
      <Yours card={card} />
    </Box>
  )
}

function Kind({ card, now, withGameweek }: { card: StoryCard; now: number; withGameweek?: boolean }) {
  return (
    <Row>
      <Badge>{card.kind}</Badge>
      <Small>
        {withGameweek && `Gameweek ${card.gameweek} · `}
        <Age of={card} now={now} />
      </Small>
    </Row>
  )
}

/** The reader's pick of the match with its points, and the number of league mates with the exact score. */
function Yours({ card: { yours, exactMates }, isBrief }: { card: StoryCard; isBrief?: boolean }) {
  if (yours === null && exactMates === 0) return null
  return (
    <Row>
      {yours && (
        <>
          {!isBrief && <Small aria-hidden>Your pick</Small>}
          <PickPlate pick={yours} />
          <PickPoints pick={yours} />
        </>
      )}
      {exactMates > 0 && <Small>{counted(exactMates, 'league mate')} had it exactly</Small>}
    </Row>
  )
}

const Fold = styled.details`
  & > summary {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 44px;
    padding: var(--s2) var(--s4);
    font: var(--b3);
    cursor: pointer;
    list-style: none;
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary > svg {
    flex: none;
    width: 18px;
    height: 18px;
  }
  &[open] > summary > svg {
    transform: rotate(180deg);
  }
`

const ReportRows = styled(Rows)`
  border-top: 1px solid var(--line);

  li:first-child {
    border-top: 0;
  }
  a {
    ${reachable}
    color: inherit;
    text-decoration-color: transparent;
  }
  a:hover {
    text-decoration-color: currentColor;
  }
`

interface ReportsProps {
  gameweek: number
  reports: readonly StoryCard[]
  isOpen: boolean
}

function Reports({ gameweek, reports, isOpen }: ReportsProps) {
  return (
    <PanelBox as="div">
      <Fold open={isOpen}>
        <summary>
          <span>
            Gameweek {gameweek}, match by match · {reports.length}
          </span>
          <ChevronDown aria-hidden />
        </summary>
        <ReportRows>
          {reports.map((card) => (
            <li key={card.url}>
              <RowText>
                <Link to={card.url}>
                  <Headline text={card.title} />
                </Link>
              </RowText>
              <Yours card={card} isBrief />
            </li>
          ))}
        </ReportRows>
      </Fold>
    </PanelBox>
  )
}
