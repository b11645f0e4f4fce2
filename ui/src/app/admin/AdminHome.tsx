import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { Small, Stack } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import type { NavigationLink } from '../links.ts'

const Cards = styled.ul`
  display: grid;
  gap: var(--s3);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17.5rem), 1fr));
`

const Card = styled(PanelBox)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 2px var(--s3);
  padding: var(--s4);

  @container page (width < 18rem) {
    grid-template-columns: minmax(0, 1fr);

    & > svg {
      display: none;
    }
  }
  &:hover {
    background: var(--surface-2);
  }
  & > svg {
    width: 22px;
    height: 22px;
    color: var(--muted);
  }
  a {
    font: var(--b4);
    color: inherit;
    text-decoration: none;
  }
  /* The whole card is the link. */
  a::before {
    content: '';
    position: absolute;
    inset: 0;
    z-index: 1;
  }
`

/** What the admin area has. */
export function AdminHome({ links }: { links: readonly NavigationLink[] }) {
  return (
    <Stack data-gap="wide">
      <h1>Administration</h1>
      <Cards>
        {links.map((link) => (
          <Card as="li" key={link.to}>
            <link.icon aria-hidden />
            <div>
              <Link to={link.to}>{link.label}</Link>
              <Small as="p">{link.about}</Small>
            </div>
            <ChevronRight aria-hidden />
          </Card>
        ))}
      </Cards>
    </Stack>
  )
}
