import { styled } from 'styled-components'
import type { NotificationKindEntry } from '../../lib/area.ts'
import { Check } from '../../ui/Field.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { useMutes } from './useMutes.ts'

const Kinds = styled.fieldset`
  display: grid;
  justify-items: start;

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

export function MuteSwitches({ kinds }: { kinds: readonly NotificationKindEntry[] }) {
  const { read, toggle } = useMutes()
  return (
    <Loaded
      read={read}
      failed="Unable to load the settings"
      waiting={<Loading label="Loading the settings" rows={5} rowHeight="24px" />}
    >
      {(muted) => (
        <Kinds aria-describedby="muted-hint">
          <legend>Tell me about</legend>
          {kinds.map(({ kind, label }) => (
            <Check key={kind} checked={!muted.includes(kind)} onChange={() => toggle(kind)}>
              {label}
            </Check>
          ))}
          <Hint id="muted-hint">
            If you switch something off, we won’t store those notifications, so you can’t bring them back later.
          </Hint>
        </Kinds>
      )}
    </Loaded>
  )
}
