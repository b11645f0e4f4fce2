import { styled } from 'styled-components'
import { Check } from '../../ui/Field.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { KINDS } from './model.ts'
import { useMutes } from './useMutes.ts'

const Kinds = styled.fieldset`
  display: grid;
  justify-items: start;
  border: 0;
  padding: 0;

  legend {
    padding: 0;
    font: var(--b3);
    margin-bottom: var(--s1);
  }
`

const Hint = styled(Small)`
  display: block;
  margin-top: var(--s2);
`

/** One switch a kind. */
export function MuteSwitches() {
  const { muted, error, reload, toggle } = useMutes()
  return (
    <Loaded
      read={{ data: muted, error, mutate: reload }}
      failed="Unable to load the settings"
      waiting={<Loading label="Loading the settings" rows={5} rowHeight="24px" />}
    >
      {(mutedKinds) => (
        <Kinds aria-describedby="muted-hint">
          <legend>Tell me about</legend>
          {KINDS.map(({ kind, label }) => (
            <Check key={kind} checked={!mutedKinds.includes(kind)} onChange={() => toggle(kind)}>
              {label}
            </Check>
          ))}
          <Hint id="muted-hint">
            What you switch off is muted: it is not kept, so it will not be here later either.
          </Hint>
        </Kinds>
      )}
    </Loaded>
  )
}
