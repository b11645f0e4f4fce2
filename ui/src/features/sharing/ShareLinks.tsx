import { Check, Copy, Share2 } from 'lucide-react'
import { styled } from 'styled-components'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Row, Stack } from '../../ui/layout.ts'
import { hasShareSheet, offerInSheet } from '../../ui/shareSheet.ts'
import { useCopy } from './copy.ts'
import { intentsOf } from './links.ts'

const Line = styled(Row)`
  input {
    min-width: 0;
  }
`

export function ShareLinks({ link, title }: { link: string; title: string }) {
  const { isCopied, copy } = useCopy()
  return (
    <Stack>
      <Field label="Link">
        <Line data-nowrap>
          <Input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <Button kind="primary" onClick={() => void copy(link)}>
            {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        </Line>
      </Field>
      <Row as="ul" aria-label="Share on">
        {intentsOf(link, title).map(({ name, href }) => (
          <li key={name}>
            <ButtonAnchor size="sm" href={href} target="_blank" rel="noopener noreferrer">
              {name}
            </ButtonAnchor>
          </li>
        ))}
        {hasShareSheet() && (
          <li>
            <Button size="sm" onClick={() => void offerInSheet(link, title)}>
              <Share2 aria-hidden />
              More
            </Button>
          </li>
        )}
      </Row>
    </Stack>
  )
}
