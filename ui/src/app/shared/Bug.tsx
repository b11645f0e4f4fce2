import { useEffect, useId, useRef } from 'react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { matchName } from '../../features/fixtures/model.ts'
import { useDrafts } from '../../features/predictions/drafts.ts'
import { EMPTY, isEmpty } from '../../features/predictions/model.ts'
import { PickForm } from '../../features/predictions/PickForm.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const Match = styled.div`
  container: fx / inline-size;
`

/** The score bug of a stranger: what is picked is kept on the device. `isAsked`: its first box takes the focus. */
export function Bug({ fixture, isAsked }: { fixture: Fixture; isAsked: boolean }) {
  const id = useId()
  const match = useRef<HTMLDivElement>(null)
  const { drafts, store } = useDrafts('guest')
  const shown = drafts[fixture.id] ?? EMPTY
  useEffect(() => {
    if (isAsked) match.current?.querySelector<HTMLElement>('input[data-box]')?.focus()
  }, [isAsked])
  return (
    <Match data-predictor ref={match}>
      <VisuallyHidden as="h3" id={`${id}-match`}>
        {matchName(fixture)}
      </VisuallyHidden>
      <VisuallyHidden id={`${id}-hint`}>A digit moves on to the next box.</VisuallyHidden>
      <PickForm
        labelledBy={`${id}-match`}
        describedBy={`${id}-hint`}
        fixture={fixture}
        shown={shown}
        state={isEmpty(shown) ? 'open' : 'draft'}
        onChange={(draft) => store.set(fixture.id, draft)}
        onTouch={() => {}}
        onEnter={() => {}}
      />
    </Match>
  )
}
