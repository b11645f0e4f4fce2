import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, type ButtonAppearance } from './Button.tsx'

interface StepsProps extends Pick<ButtonAppearance, 'size'> {
  /** Noun in the buttons' labels: `Previous page`, `Next page`. */
  word: string
  previous: number | undefined
  next: number | undefined
  onStep: (to: number) => void
}

export function Steps({ word, previous, next, size, onStep }: StepsProps) {
  const step = (name: string, to: number | undefined, icon: React.ReactNode) => (
    <Button
      icon
      size={size}
      aria-label={`${name} ${word}`}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onStep(to)}
    >
      {icon}
    </Button>
  )
  return (
    <>
      {step('Previous', previous, <ChevronLeft aria-hidden />)}
      {step('Next', next, <ChevronRight aria-hidden />)}
    </>
  )
}
