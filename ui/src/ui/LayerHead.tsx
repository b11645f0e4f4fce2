import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.tsx'

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s3);

  h2 {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

interface LayerHeadProps {
  children: ReactNode
  onDark?: boolean
  className?: string
}

/** The head of what lies over the page: its title, and the cross that closes it. */
export function LayerHead({ children, onDark, className }: LayerHeadProps) {
  return (
    <Head className={className}>
      <Radix.Title>{children}</Radix.Title>
      <Radix.Close asChild>
        <Button icon size={onDark ? 'md' : 'sm'} onDark={onDark} aria-label="Close">
          <X aria-hidden />
        </Button>
      </Radix.Close>
    </Head>
  )
}
