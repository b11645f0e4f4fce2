import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { type Hit, marked } from './model.ts'

const List = styled.ul`
  & > li {
    display: grid;
    gap: 2px;
    padding: 12px var(--s4);
    border-top: 1px solid var(--line);
  }
  & > li > span:first-child,
  & > li > p {
    font-size: var(--t1);
    line-height: 1.4;
    color: var(--muted);
  }
  & a {
    font: var(--b4);
    line-height: 1.1;
  }
`

const Mark = styled.mark`
  background: none;
  color: inherit;
  box-shadow: inset 0 -2px 0 currentColor;
`

function Marked({ text, query }: { text: string; query: string }) {
  return marked(text, query).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
    piece.isHit ? <Mark key={index}>{piece.text}</Mark> : <span key={index}>{piece.text}</span>,
  )
}

export function Hits({ hits, query, onOpen }: { hits: readonly Hit[]; query: string; onOpen(): void }) {
  if (hits.length === 0)
    return (
      <EmptyState
        title={`Nothing about “${query.trim()}”`}
        action={
          <ButtonLink kind="primary" to="/feedback">
            Feedback
          </ButtonLink>
        }
      >
        Ask us. We read everything.
      </EmptyState>
    )
  return (
    <List aria-label="Found">
      {hits.map(({ topic, entry }) => (
        <li key={entry.id}>
          <span>{topic.title}</span>
          <Link to={`/help#${entry.id}`} onClick={onOpen}>
            <Marked text={entry.title} query={query} />
          </Link>
          <p>
            <Marked text={entry.text} query={query} />
          </p>
        </li>
      ))}
    </List>
  )
}
