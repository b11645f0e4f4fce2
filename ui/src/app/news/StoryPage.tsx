import { useParams } from 'react-router-dom'
import type { NewsStory } from '../../../../src/areas/news/contract.ts'
import { useStory } from '../../features/news/api.ts'
import { CalledBy, YourPick } from '../../features/news/CalledBy.tsx'
import { CrowdFigure, MovesFigure, ScoresFigure } from '../../features/news/Figures.tsx'
import { namedIn } from '../../features/news/model.ts'
import { NamedPlayers } from '../../features/news/NamedPlayers.tsx'
import { NewsList } from '../../features/news/NewsList.tsx'
import { Figures, Prose, StoryHead } from '../../features/news/Story.tsx'
import { Gone } from '../../ui/Gone.tsx'
import { Stack } from '../../ui/layout.ts'
import { NamedText } from '../../ui/NamedText.tsx'
import { Page } from '../../ui/Page.ts'
import { PageOf } from '../../ui/PageOf.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'

/** Shown for unknown stories, and for those removed after a corrected result. */
const noStory = (
  <Gone title="Story not found" to="/news" label="Back to News">
    There’s no story here. We remove stories that a corrected result proves wrong.
  </Gone>
)

export function StoryPage() {
  const { slug = '' } = useParams()
  return (
    <PageOf
      key={slug}
      read={useStory(slug)}
      name="News"
      title={({ title }) => title}
      gone={noStory}
      failed="Failed to load the story"
      loading="Loading the story"
    >
      {(story) => <Story story={story} />}
    </PageOf>
  )
}

function Story({ story: data }: { story: NewsStory }) {
  const { match, crowd, scores, moves, yours, mates, more } = data
  return (
    <article aria-labelledby="story">
      <StoryHead story={data} />
      <Page>
        <SideLayout>
          <Stack data-gap="wide">
            <Prose>
              {data.paragraphs.map((paragraph, index) => (
                <p key={paragraph}>
                  <NamedText text={paragraph} names={data.names.paragraphs[index]!} />
                </p>
              ))}
            </Prose>
            <Figures>
              {match && crowd && <CrowdFigure match={match} crowd={crowd} />}
              {match && crowd && scores.length > 0 && (
                <ScoresFigure match={match} scores={scores} picks={crowd.picks} />
              )}
              {moves.length > 0 && <MovesFigure moves={moves} gameweek={data.gameweek} />}
            </Figures>
          </Stack>
          <Stack data-gap="wide">
            <YourPick pick={yours} />
            <CalledBy mates={mates} />
            <NamedPlayers players={namedIn(data.names)} />
            {more.length > 0 && (
              <Panel title={`More from gameweek ${data.gameweek}`}>
                <NewsList articles={more} />
              </Panel>
            )}
          </Stack>
        </SideLayout>
      </Page>
    </article>
  )
}
