import { Heart } from 'lucide-react'
import { styled } from 'styled-components'
import { count } from '../../lib/numbers.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'

const ToggleButton = styled(Button)`
  &[aria-pressed='true'] {
    --fill: var(--lit);
    --fg: var(--on-lit);
  }
  &[aria-pressed='true'] > svg {
    color: var(--lit-num);
    fill: currentColor;
  }
`

export function LikeButton({ isLiked, ...rest }: Omit<ButtonProps, 'children'> & { isLiked: boolean }) {
  return (
    <ToggleButton aria-pressed={isLiked} {...rest}>
      <Heart aria-hidden />
      {isLiked ? 'Liked' : 'Like'}
    </ToggleButton>
  )
}

export function OwnLikes({ likes, ...rest }: Omit<ButtonProps, 'children' | 'disabled'> & { likes: number }) {
  return (
    <Button disabled {...rest}>
      <Heart aria-hidden />
      Like {count(likes)}
    </Button>
  )
}
