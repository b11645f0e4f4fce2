import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { currentLine } from '../../ui/navLine.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { anchorOf, type Shelf } from './model.ts'

/* Sticky like the gameweek strip; full width on a phone. */
const Bar = styled.nav`
  position: sticky;
  top: 0;
  z-index: 5;
  margin: calc(var(--s4) * -1) calc(var(--s3) * -1) calc(var(--s2) * -1);
  background: var(--surface);
  border-bottom: 1px solid var(--line);

  /* Wrapped lines would cover half of the content. */
  @container page (width < 20rem) {
    position: static;
  }
  ul {
    display: flex;
    flex-wrap: wrap;
  }
  li {
    flex: 1 0 auto;
  }
  a {
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 3px;
    min-height: 52px;
    padding: 3px 6px 0;
    border-bottom: 3px solid transparent;
    font: var(--b2);
    color: var(--muted);
    text-decoration: none;
  }
  a:hover {
    background: var(--surface-2);
    color: var(--ink);
  }
  a[aria-current] {
    color: var(--ink);
    border-color: var(--ink);
  }
  ${currentLine}
  a:focus-visible {
    outline-offset: -3px;
  }
  b {
    font: var(--b3);
    color: var(--ink);
  }
  @container page (min-width: 37.5rem) {
    margin: 0;
    border: 1px solid var(--line);

    a {
      grid-auto-flow: column;
      justify-content: center;
      align-items: baseline;
      gap: var(--s2);
      min-height: 44px;
    }
  }
`

/** Links to each category and marks the one in view. */
export function CategoryNav({ shelves }: { shelves: readonly Shelf[] }) {
  const current = useCurrentCategory(shelves)
  return (
    <Bar aria-label="Categories">
      <ul>
        {shelves.map(({ category, name, unlocked, total }) => (
          <li key={category}>
            <a href={`#${anchorOf(category)}`} aria-current={category === current ? 'location' : undefined}>
              {name}
              <b>
                {unlocked}/{total}
                <VisuallyHidden> unlocked</VisuallyHidden>
              </b>
            </a>
          </li>
        ))}
      </ul>
    </Bar>
  )
}

/** Where the line is that a category has to cross, as a share of the window's height. */
const LINE = 0.3

/** The last category that begins above a line in the upper part of the window; null before the first one. */
function useCurrentCategory(shelves: readonly Shelf[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const names = shelves.map(({ category }) => category).join(' ')
  useEffect(() => {
    const sections = names.split(' ').flatMap((category) => {
      const section = document.getElementById(anchorOf(category))
      return section ? [{ category, section }] : []
    })
    const note = () => {
      const line = LINE * window.innerHeight
      const begun = sections.findLast(({ section }) => section.getBoundingClientRect().top <= line)
      setCurrent(begun?.category ?? null)
    }
    const observer = new IntersectionObserver(note, { rootMargin: `-${100 * LINE}% 0px -${100 - 100 * LINE}% 0px` })
    for (const { section } of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [names])
  return current
}
