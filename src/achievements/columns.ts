import type { ColumnWords } from '../slice/columns.ts'
import type { achievementRows } from './read-model.ts'

export const achievementColumns: ColumnWords<typeof achievementRows> = {
  'read.achievements': {
    achievement: 'The achievement, by its key in the catalogue.',
    unlock_id: 'The event that unlocked it.',
    unlocked_at: 'When it was earned.',
    season: 'The season in which the ledger books its points.',
    name: 'Its name when it was unlocked.',
    points: 'What it pays.',
  },
  'read.achievement_counts': {
    unlocked: 'How many the player has.',
  },
  'read.achievement_badges': {
    achievement: 'The achievement, by its key in the catalogue.',
    earned_by: 'The event that earned it by the rules as they are; null: not earned.',
    earned_at: 'When that was; null: not earned.',
    season: 'The season of that event; null: not earned.',
    simulated: 'Whether simulated events are what earned it.',
    held: 'Earned before the achievement was introduced: it waits for a retroactive run.',
    order_number: 'The run that let it go, by `achievement_orders.number`; null: none.',
    lost: 'The event that last took its ground away; null: none did.',
    unlock_id: 'The event that unlocked it; null: the log does not say that the player has it.',
    unlocked_at: 'When it was earned, as the log says it; null as above.',
    unlock_season: 'The season in which its points are booked; null as above.',
    unlock_name: 'Its name when it was unlocked; null as above.',
    unlock_points: 'What it pays; null as above.',
    unlock_earned_by: 'The event that earned it, as the log says it; null as above.',
  },
  'read.achievements_due': {
    achievement: 'The achievement, by its key in the catalogue.',
    earned_by: 'The event that earned it; null: it is to be taken back.',
    earned_at: 'When that was; null as above.',
    season: 'The season of that event; null as above.',
    simulated: 'Whether simulated events are what earned it.',
    unlock_id: 'The event that unlocked it; null: it is still to be unlocked.',
    lost: 'The event that took its ground away; null: none did.',
  },
  'read.achievement_orders': {
    number: 'Number of the run, from 1.',
    id: 'The event that ordered it.',
    ordered_at: 'When it was ordered.',
    only_achievement: 'The one achievement that it was for; null: all.',
    achievements: 'How many achievements it let go.',
    users: 'Of how many players.',
  },
  'read.achievement_cards': {
    picks: 'A byte a match, in the order of scheduling: see above. Sealed until each cutoff.',
  },
  'read.achievement_deeds': {
    deeds: 'What was done, counted by kind.',
  },
  'read.achievement_seasons': {
    state: 'Matches and gameweeks as the rules of achievements see them.',
  },
}
