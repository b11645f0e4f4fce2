import { Share2 } from 'lucide-react'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Row, Stack } from '../../ui/layout.ts'
import { hasShareSheet, offerInSheet } from '../../ui/shareSheet.ts'
import { intentsOf } from './links.ts'

export function ShareLinks({ link, title }: { link: string; title: string }) {
  return (
    <Stack>
      <CopyField label="Link" link={link} />
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
