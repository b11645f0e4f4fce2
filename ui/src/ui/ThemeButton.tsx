import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../theme/theme.ts'
import { Button } from './Button.tsx'

/** For dark backgrounds. `hasWords`: with a text label instead of the icon alone. */
export function ThemeButton({ hasWords }: { hasWords?: true }) {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  const name = isDark ? 'Light theme' : 'Dark theme'
  const icon = isDark ? <Sun aria-hidden /> : <Moon aria-hidden />
  if (hasWords)
    return (
      <Button onDark onClick={toggle}>
        {icon}
        {name}
      </Button>
    )
  return (
    <Button icon kind="plain" onDark aria-label="Dark theme" aria-pressed={isDark} data-tip={name} onClick={toggle}>
      {icon}
    </Button>
  )
}
