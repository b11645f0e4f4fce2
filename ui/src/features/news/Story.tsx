import { Newspaper } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { NewsStory } from '../../../../src/areas/news/contract.ts'
import { fullTime } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Band, BandAbout } from '../../ui/Band.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { Row } from '../../ui/layout.ts'
import { NamedText } from '../../ui/NamedText.tsx'
import { Headline } from './Headline.tsx'

const Scoreline = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  gap: var(--s2) var(--s3);
  align-items: center;

  & > span {
    display: grid;
    justify-items: center;
    gap: 6px;
    font: var(--b4);
    text-align: center;
    overflow-wrap: anywhere;
  }
  b {
    font: 600 var(--t7) / 0.9 var(--board);
    white-space: nowrap;
    text-align: center;
  }
  small {
    display: block;
    margin-top: 6px;
    font: 500 var(--t1) / 1.3 var(--text);
    color: var(--header-muted);
  }
  @container page (width < 18rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

export function StoryHead({ story }: { story: NewsStory }) {
  const { match } = story
  return (
    <Band labelledBy="story">
      <BandAbout>
        <p data-small>
          <Link to="/news">News</Link>
        </p>
        <h1 id="story">
          <Headline text={story.title} />
        </h1>
        <p>
          <NamedText text={story.description} names={story.names.description} />
        </p>
        <Row>
          <Badge>
            <Newspaper aria-hidden />
            {story.kind}
          </Badge>
          <p data-small>Club news</p>
          <p data-small>
            <time dateTime={story.publishedAt}>{fullTime(story.publishedAt)}</time>
          </p>
          <p data-small>Gameweek {story.gameweek}</p>
        </Row>
      </BandAbout>
      {match?.score && (
        <Scoreline>
          <span>
            <Crest team={match.home} size="lg" />
            {match.home.shortName}
          </span>
          <b>
            {match.score.home}–{match.score.away}
            <small>Full time</small>
          </b>
          <span>
            <Crest team={match.away} size="lg" />
            {match.away.shortName}
          </span>
        </Scoreline>
      )}
    </Band>
  )
}

export const Prose = styled.div`
  display: grid;
  gap: var(--s4);
  max-width: 66ch;
  font-size: var(--t3);
  line-height: 1.55;
  overflow-wrap: anywhere;
`

export const Figures = styled.div`
  display: grid;
  gap: var(--s4);
  align-items: start;
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 37.5rem) {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  }
`
