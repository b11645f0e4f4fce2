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

/** The score bug for strangers, whose picks are stored on the device. `isFocused`: its first box gets the focus. */
export function Bug({ fixture, isFocused }: { fixture: Fixture; isFocused: boolean }) {
  const id = useId()
  const match = useRef<HTMLDivElement>(null)
  const { drafts, store } = useDrafts('guest')
  const shown = drafts[fixture.id] ?? EMPTY
  useEffect(() => {
    if (isFocused) match.current?.querySelector<HTMLElement>('input[data-box]')?.focus()
  }, [isFocused])
  return (
    <Match data-predictor ref={match}>
      <VisuallyHidden as="h3" id={`${id}-match`}>
        {matchName(fixture)}
      </VisuallyHidden>
      <VisuallyHidden id={`${id}-hint`}>Type a digit to jump to the next box.</VisuallyHidden>
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
