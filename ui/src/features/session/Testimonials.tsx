import { styled } from 'styled-components'
import useSWR from 'swr'
import { OWN_TESTIMONIALS, type Testimonial } from '../../../../src/areas/testimonials/contract.ts'
import { reads } from './reads.ts'

const Backdrop = styled.section`
  padding: var(--s5) var(--s4) var(--s6);
  border-top: 1px solid var(--line);
  display: grid;
  gap: var(--s4);

  & h2 {
    font-size: var(--t5);
  }
  @container page (min-width: 64rem) {
    padding-inline: var(--s7);
  }
`

const Cards = styled.ul`
  display: grid;
  gap: var(--s4) var(--s5);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 18.75rem), 1fr));

  & > li {
    border-top: 3px solid var(--ink);
    padding-top: var(--s3);
    display: grid;
    gap: var(--s2);
    align-content: start;
    overflow-wrap: anywhere;
  }
  & strong {
    font: var(--b4);
  }
`

export interface TestimonialsProps {
  /** Fetches the server's testimonials; until then, or without a response, the built-in ones are shown. */
  isEnabled: boolean
}

export function Testimonials({ isEnabled }: TestimonialsProps) {
  const { data } = useSWR<Testimonial[]>(isEnabled ? reads.testimonials.key : null, reads.testimonials.fresh)
  const shown = data?.length ? data : OWN_TESTIMONIALS
  return (
    <Backdrop aria-labelledby="testimonials">
      <h2 id="testimonials">Who it is for</h2>
      <Cards>
        {shown.map(({ name, text, videoUrl }) => (
          <li key={`${name} ${text}`}>
            <strong>{name}</strong>
            <p>{text}</p>
            {videoUrl && (
              <a href={videoUrl} target="_blank" rel="noopener noreferrer">
                Watch {name}
              </a>
            )}
          </li>
        ))}
      </Cards>
    </Backdrop>
  )
}
