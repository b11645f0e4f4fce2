import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.tsx'
import { copyLink } from './copyLink.ts'
import { Field, Input } from './Field.tsx'
import { Row } from './layout.ts'

/** Time for which a button shows that it has copied, in ms (docs/rules.md R63). */
const COPIED_FOR = 2_000

const Line = styled(Row)`
  input {
    min-width: 0;
  }
`

/** A link to read and to copy. */
export function CopyField({ label, link }: { label: string; link: string }) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async () => {
    if (!(await copyLink(link))) return
    clearTimeout(timer.current)
    setCopied(true)
    timer.current = setTimeout(setCopied, COPIED_FOR, false)
  }
  return (
    <Field label={label}>
      <Line data-nowrap>
        <Input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <Button kind="primary" onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </Line>
    </Field>
  )
}
