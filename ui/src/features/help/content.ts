import type { LucideIcon } from 'lucide-react'
import {
  Award,
  BarChart3,
  Bookmark,
  CalendarDays,
  Check,
  CircleCheck,
  Copy,
  Crown,
  Flame,
  Heart,
  Info,
  KeyRound,
  Lock,
  Medal,
  MessageSquare,
  Newspaper,
  Pencil,
  RefreshCw,
  Share2,
  Shield,
  Target,
  Trophy,
  User,
  Users,
  Wallet,
  X,
} from 'lucide-react'
import { pricesOf } from '../../../../src/contracts/points.ts'
import {
  CUTOFF_MINUTES,
  JOIN_CODE_LENGTH,
  LOCKOUT,
  MESSAGE_EDIT_MINUTES,
  MULTIPLIERS,
  PRIZE_PERCENT,
} from '../../../../src/contracts/rules.ts'

/** One thing that the help says. Its address is `/help#{id}`. */
export interface HelpEntry {
  readonly id: string
  readonly title: string
  readonly text?: string
  readonly icon: LucideIcon
  /** What a pick pays: a figure instead of a symbol. */
  readonly figure?: number
}

export interface HelpSection {
  readonly title: string
  readonly entries: readonly HelpEntry[]
}

export type HelpTopicId = 'start' | 'predictions' | 'scoring' | 'multiplayer' | 'social' | 'advanced'

/** A tab. Its address is `/help#{id}`. */
export interface HelpTopic {
  readonly id: HelpTopicId
  readonly title: string
  readonly sections: readonly HelpSection[]
}

const PRICES = pricesOf(null)
const [first, second, third] = PRIZE_PERCENT
const minutes = `${CUTOFF_MINUTES} minutes`

/** All that the help says, in its order. Every number comes from the constant that the game itself goes by. */
export const HELP: readonly HelpTopic[] = [
  {
    id: 'start',
    title: 'Getting Started',
    sections: [
      {
        title: 'Three steps',
        entries: [
          {
            id: 'first-prediction',
            title: 'Make your first prediction',
            text: 'On the home page: choose a result, add a score if you like, save.',
            icon: Check,
          },
          {
            id: 'leaderboard',
            title: 'Check the leaderboard',
            text: 'Players on the same points share a rank: 1, 2, 2, 4.',
            icon: Trophy,
          },
          {
            id: 'join',
            title: 'Create or join leagues',
            text: 'With a code from a friend, or one listed under Discover.',
            icon: Users,
          },
        ],
      },
      {
        title: 'On your dashboard',
        entries: [
          { id: 'total-predictions', title: 'Total predictions', icon: Target },
          {
            id: 'points-earned',
            title: 'Points earned',
            text: 'By matches, achievements and prizes of this season. Open the number to see why you have what you have.',
            icon: Trophy,
          },
          {
            id: 'accuracy',
            title: 'Accuracy',
            text: 'Correct picks among the settled ones, rounded.',
            icon: BarChart3,
          },
          { id: 'rank', title: 'Current rank', icon: Crown },
        ],
      },
    ],
  },
  {
    id: 'predictions',
    title: 'Predictions',
    sections: [
      {
        title: 'Two types',
        entries: [
          { id: 'match-result', title: 'Match result', text: 'Home win, draw or away win.', icon: CircleCheck },
          {
            id: 'exact-score',
            title: 'Exact score',
            text: 'Both digits, 0 to 9. The score sets the result.',
            icon: Target,
          },
        ],
      },
      {
        title: 'Rules',
        entries: [
          {
            id: 'lock',
            title: `Predictions lock ${minutes} before kickoff`,
            text: 'By the server’s clock. Nobody else sees your pick before that, unless you share it.',
            icon: Lock,
          },
          { id: 'update', title: 'They can be updated until locked', icon: Pencil },
          { id: 'award', title: 'Points are awarded after the match completes', icon: Trophy },
          { id: 'advance', title: 'All gameweeks can be viewed in advance', icon: CalendarDays },
          {
            id: 'moved',
            title: 'A match that moves keeps its picks',
            text: 'Moved before it locks, it locks by its new kickoff. Postponed after that, your pick stands and counts when it is played.',
            icon: RefreshCw,
          },
        ],
      },
    ],
  },
  {
    id: 'scoring',
    title: 'Scoring',
    sections: [
      {
        title: 'What a pick pays',
        entries: [
          {
            id: 'exact',
            title: 'Exact score',
            text: `${PRICES.correct} for the result and ${PRICES.exact - PRICES.correct} on top`,
            icon: Target,
            figure: PRICES.exact,
          },
          {
            id: 'correct',
            title: 'Correct result',
            text: 'Right winner, or a draw, other score',
            icon: Check,
            figure: PRICES.correct,
          },
          { id: 'incorrect', title: 'Incorrect', icon: X, figure: PRICES.wrong },
        ],
      },
      {
        title: 'Good to know',
        entries: [
          {
            id: 'multipliers',
            title: 'The multipliers are for show',
            text: `Home ${MULTIPLIERS.home}, draw ${MULTIPLIERS.draw}, away ${MULTIPLIERS.away}: they change no points.`,
            icon: Info,
          },
          {
            id: 'corrected',
            title: 'A corrected result is scored again',
            text: 'Your points follow it, and you are told.',
            icon: RefreshCw,
          },
          {
            id: 'cancelled',
            title: 'A cancelled match pays nothing',
            text: 'It does not count against your accuracy.',
            icon: X,
          },
          {
            id: 'awarded',
            title: 'An awarded match pays for the result alone',
            text: 'There was no score to hit.',
            icon: Award,
          },
        ],
      },
    ],
  },
  {
    id: 'multiplayer',
    title: 'Multiplayer',
    sections: [
      {
        title: 'Private leagues',
        entries: [
          { id: 'create-league', title: 'Create for friends', icon: Users },
          {
            id: 'join-codes',
            title: 'Share join codes',
            text: `${JOIN_CODE_LENGTH} characters, upper or lower case.`,
            icon: Copy,
          },
          {
            id: 'league-boards',
            title: 'League leaderboards',
            text: 'Match points of the whole season, also those from before you joined.',
            icon: Trophy,
          },
          { id: 'league-statistics', title: 'Member statistics', icon: BarChart3 },
          {
            id: 'teams',
            title: 'Teams inside a league',
            text: 'Each gameweek a team’s points per member are held against the mean of the league’s teams: above is a win, equal a draw, below a loss.',
            icon: Shield,
          },
        ],
      },
      {
        title: 'Competitions',
        entries: [
          { id: 'seasonal', title: 'Seasonal tournaments', icon: CalendarDays },
          {
            id: 'prizes',
            title: 'Point-based prizes',
            text: `${first}, ${second} and ${third} percent of the pool for the first three.`,
            icon: Crown,
          },
          { id: 'weekly', title: 'Weekly gameweek challenges', icon: Flame },
          { id: 'slots', title: 'Limited participant slots', icon: User },
        ],
      },
      {
        title: 'Chat',
        entries: [
          { id: 'league-chat', title: 'League chat', text: 'For its members.', icon: MessageSquare },
          {
            id: 'competition-chat',
            title: 'Competition chat',
            text: 'Read by all, written by participants.',
            icon: MessageSquare,
          },
          {
            id: 'edit-message',
            title: 'Your own messages',
            text: `You can edit one for ${MESSAGE_EDIT_MINUTES} minutes, and delete it at any time.`,
            icon: Pencil,
          },
        ],
      },
    ],
  },
  {
    id: 'social',
    title: 'Social',
    sections: [
      {
        title: 'Sharing',
        entries: [
          { id: 'share', title: 'Share single predictions or a whole gameweek', icon: Share2 },
          {
            id: 'private-share',
            title: 'Public or private sharing',
            text: 'A private share opens only with its link. What you share before a match locks, others can see.',
            icon: Lock,
          },
          { id: 'like', title: 'Like, comment', text: 'One like a player. You can take it back.', icon: Heart },
        ],
      },
      {
        title: 'Social hub',
        entries: [
          { id: 'feed', title: 'Feed', text: 'Public shares, and those of players you follow.', icon: MessageSquare },
          { id: 'trending', title: 'Trending', text: 'The last 7 days, newer weighs more.', icon: Flame },
          { id: 'community-stats', title: 'Community stats and own stats', icon: BarChart3 },
          {
            id: 'players',
            title: 'Pages of players',
            text: `Every name leads there. Picks open ${minutes} before kickoff: to players of the same league all of them, to others those that were shared with everybody.`,
            icon: User,
          },
        ],
      },
    ],
  },
  {
    id: 'advanced',
    title: 'Advanced',
    sections: [
      {
        title: 'Profile',
        entries: [
          {
            id: 'favourite-team',
            title: 'Favourite team',
            text: 'Chosen on your profile. Its crest stands beside its name there.',
            icon: Bookmark,
          },
          {
            id: 'account-settings',
            title: 'Account settings',
            text: 'Others see your name, your picture, your bio, location and team, badges, points and revealed picks. E-mail and phone are yours alone.',
            icon: User,
          },
          { id: 'achievements', title: 'Achievements', icon: Medal },
          {
            id: 'security',
            title: 'Password and security',
            text: `${LOCKOUT.attempts} wrong tries lock an address for ${LOCKOUT.minutes} minutes.`,
            icon: KeyRound,
          },
        ],
      },
      {
        title: 'More',
        entries: [
          {
            id: 'analytics',
            title: 'Analytics',
            text: 'What picks came to: yours beside everybody’s, clubs that the crowd gets wrong, and leagues by activity. A pick is counted once its match takes none any more.',
            icon: BarChart3,
          },
          {
            id: 'news',
            title: 'News',
            text: 'Written by the game from what has happened in it, or taken from the source that its operator has chosen.',
            icon: Newspaper,
          },
          {
            id: 'feedback',
            title: 'Feedback',
            text: 'Everybody reads it and votes for what others wish. Administrators answer, and you are told.',
            icon: MessageSquare,
          },
          {
            id: 'wallet',
            title: 'Web3 wallet',
            text: 'Connect one and prove that it is yours. It wins no points and costs nothing.',
            icon: Wallet,
          },
          {
            id: 'admin',
            title: 'Admin features',
            text: 'User management, system testing.',
            icon: Shield,
          },
        ],
      },
      {
        title: 'Achievements, for example',
        entries: [
          { id: 'first-success', title: 'First Success', text: 'First correct prediction', icon: CircleCheck },
          { id: 'prediction-master', title: 'Prediction Master', text: 'High accuracy', icon: Medal },
          { id: 'leaderboard-king', title: 'Leaderboard King', text: 'Top overall rankings', icon: Crown },
        ],
      },
    ],
  },
]
