import { SearchX } from 'lucide-react'
import { ApiError } from '../../api/http.ts'
import { useStory } from '../../features/news/api.ts'
import { CrowdFigure, MovesFigure, ScoresFigure } from '../../features/news/Figures.tsx'
import { namedIn } from '../../features/news/model.ts'
import { NamedPlayers } from '../../features/news/NamedPlayers.tsx'
import { NewsList } from '../../features/news/NewsList.tsx'
import { Figures, Prose, StoryHead } from '../../features/news/Story.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { NamedText } from '../../ui/NamedText.tsx'
import { Panel, PanelBox } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Page } from '../leagues/Page.ts'

/** A story of the game: sentences, and figures that say the same in numbers. */
export function StoryPage({ slug }: { slug: string }) {
  const read = useStory(slug)
  const { data, error } = read
  const isGone = data === undefined && error instanceof ApiError && (error.status === 404 || error.status === 400)
  usePageTitle(isGone ? 'Story not found' : (data?.title ?? 'News'))
  if (isGone) return <NoStory />
  if (data === undefined)
    return (
      <Page>
        <VisuallyHidden as="h1">News</VisuallyHidden>
        <Missing
          read={read}
          failed="Failed to load the story"
          isAlone
          waiting={<Loading label="Loading the story" rows={8} />}
        />
      </Page>
    )
  const { match, crowd, scores, moves, more } = data
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
            <NamedPlayers players={namedIn(data.names)} />
            {more.length > 0 && (
              <Panel title={`More of gameweek ${data.gameweek}`}>
                <NewsList articles={more} />
              </Panel>
            )}
          </Stack>
        </SideLayout>
      </Page>
    </article>
  )
}

/** No story has this address, or it was not true any more. */
function NoStory() {
  return (
    <Page>
      <PanelBox as="div">
        <EmptyState
          icon={SearchX}
          title="Story not found"
          isPage
          action={
            <ButtonLink to="/news" kind="primary">
              Back to News
            </ButtonLink>
          }
        >
          No story has this address. One that is not true any more after a corrected result is taken back.
        </EmptyState>
      </PanelBox>
    </Page>
  )
}
