import {
  Award,
  Calendar,
  CheckCircle,
  Crosshair,
  Crown,
  Eye,
  Gem,
  Lock,
  type LucideIcon,
  Medal,
  Star,
  Target,
  TrendingUp,
  Trophy,
  Zap,
} from 'lucide-react'
import type { AchievementIcon } from '../../../../src/areas/achievements/contract.ts'

const ICONS: Readonly<Record<AchievementIcon, LucideIcon>> = {
  Trophy,
  Target,
  TrendingUp,
  Crown,
  Crosshair,
  Award,
  Eye,
  CheckCircle,
  Zap,
  Star,
  Medal,
  Gem,
  Lock,
  Calendar,
}

/** The icon with that name, or a trophy. */
export function iconOf(name: string): LucideIcon {
  return (ICONS as Readonly<Record<string, LucideIcon | undefined>>)[name] ?? Trophy
}
