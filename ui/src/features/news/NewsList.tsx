import { Newspaper } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Article } from '../../../../src/areas/news/contract.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { ageText, fullTime } from '../../lib/when.ts'
import { Small } from '../../ui/layout.ts'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Headline } from './Headline.tsx'
import { initialsOf, isOwn, pictureOf } from './model.ts'

const List = styled(Rows)`
  li {
    align-items: flex-start;
    justify-content: flex-start;
    flex-wrap: nowrap;
  }
  li:first-child {
    border-top: 0;
  }
  a {
    ${reachable}
    display: block;
    font: var(--b3);
    line-height: 1.3;
    color: inherit;
    text-decoration-color: transparent;
    text-wrap: pretty;
  }
  a:hover {
    text-decoration-color: currentColor;
  }
  @container page (width < 18rem) {
    li {
      flex-wrap: wrap;
    }
  }
`

const Thumb = styled.span`
  flex: none;
  display: grid;
  place-items: center;
  width: 72px;
  aspect-ratio: 4 / 3;
  background: var(--surface-2);
  color: var(--muted);

  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  b {
    font: var(--b5);
    color: var(--ink);
  }
  svg {
    width: 22px;
    height: 22px;
  }
`

/** Articles with picture, source and age. External ones open in a new tab without a referrer. */
export function NewsList({ articles }: { articles: readonly Article[] }) {
  const now = serverNow()
  return (
    <List>
      {articles.map((article) => (
        <li key={article.url}>
          <Thumb aria-hidden>{pictureFor(article)}</Thumb>
          <RowText>
            <Title article={article} />
            <Small>
              {article.source.name} · <Age of={article} now={now} />
            </Small>
          </RowText>
        </li>
      ))}
    </List>
  )
}

export function Age({ of: { publishedAt }, now }: { of: Pick<Article, 'publishedAt'>; now: number }) {
  return <time dateTime={publishedAt} title={fullTime(publishedAt)}>{`${ageText(publishedAt, now)} ago`}</time>
}

function Title({ article }: { article: Article }) {
  if (isOwn(article))
    return (
      <Link to={article.url}>
        <Headline text={article.title} />
      </Link>
    )
  return (
    <a href={article.url} target="_blank" rel="noopener noreferrer">
      {article.title}
      <VisuallyHidden> (new tab)</VisuallyHidden>
    </a>
  )
}

function pictureFor(article: Article) {
  const picture = pictureOf(article)
  if (picture) return <img src={picture} alt="" width={72} height={54} />
  const initials = isOwn(article) ? '' : initialsOf(article.source.name)
  return initials ? <b>{initials}</b> : <Newspaper />
}
