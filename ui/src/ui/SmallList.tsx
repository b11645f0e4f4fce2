import { styled } from 'styled-components'

const List = styled.ul`
  display: grid;
  gap: var(--s1);
  padding-inline-start: 1.2em;
  list-style: square;
  font-size: var(--t1);
  overflow-wrap: anywhere;
`

export function SmallList({ lines }: { lines: readonly string[] }) {
  return (
    <List>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  )
}
