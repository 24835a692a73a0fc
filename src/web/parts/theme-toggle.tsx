import { Moon, Sun } from 'lucide-react'

import { IconButton } from '#web/parts/icon-button.tsx'
import { useTheme } from '#web/parts/theme.ts'

export function ThemeToggle() {
  const [theme, turn] = useTheme()
  const isDark = theme === 'dark'
  return (
    <IconButton
      label={isDark ? 'Use the light theme' : 'Use the dark theme'}
      icon={isDark ? <Sun strokeWidth={1.75} /> : <Moon strokeWidth={1.75} />}
      onClick={turn}
    />
  )
}
