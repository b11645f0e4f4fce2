import { styled } from 'styled-components'
import type { HelpEntry } from '../../lib/help.ts'
import type { HelpTopic } from './model.ts'

const Columns = styled.div`
  display: grid;
  gap: var(--s4) var(--s6);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18.75rem), 1fr));
  padding: var(--s4-5);

  & > section {
    display: grid;
    gap: var(--s2);
    align-content: start;
  }
  & h2 {
    font-size: var(--t4);
  }
`

const Line = styled.li`
  padding: 9px 0;
  border-top: 1px solid var(--line);
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr) auto;
  gap: 0 10px;
  align-items: start;
  scroll-margin-top: 30vh;

  & > svg {
    width: 20px;
    height: 20px;
    margin-top: 2px;
    color: var(--muted);
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & p {
    font-size: var(--t1);
    line-height: 1.4;
    color: var(--muted);
  }
  & > b {
    font: var(--b5);
  }
  &:focus {
    outline: none;
  }
  &[data-found] {
    background: var(--surface-2);
    box-shadow: -3px 0 var(--ink);
    padding-inline: 10px;
    margin-inline: -10px;
  }
`

function HelpLine({ entry, isFound }: { entry: HelpEntry; isFound: boolean }) {
  const { id, title, text, icon: Icon, figure } = entry
  return (
    <Line id={id} tabIndex={-1} data-found={isFound || undefined}>
      <Icon aria-hidden />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      {figure !== undefined && <b>{figure}</b>}
    </Line>
  )
}

interface TopicProps {
  topic: HelpTopic
  /** Id of the entry in the URL, which is highlighted. */
  found: string | null
}

export function Topic({ topic, found }: TopicProps) {
  return (
    <Columns>
      {topic.sections.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {entries.map((entry) => (
              <HelpLine key={entry.id} entry={entry} isFound={entry.id === found} />
            ))}
          </ul>
        </section>
      ))}
    </Columns>
  )
}
