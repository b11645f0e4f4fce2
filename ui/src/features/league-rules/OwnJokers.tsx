import { Star } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { LeagueRules } from '../../../../src/areas/league-rules/contract.ts'
import { gameweekPath, matchPath } from '../../../../src/contracts/paths.ts'
import { SideNote } from '../../ui/SideNote.ts'

/** The reader’s jokers of the latest and the next gameweek. */
export function OwnJokers({ rules: { jokers } }: { rules: LeagueRules }) {
  return jokers.map(({ season, gameweek, fixtureId, isMovable }) => (
    <SideNote key={`${season} ${gameweek}`}>
      <Star aria-hidden />
      <span>
        {fixtureId === null ? (
          isMovable ? (
            <>
              You have a joker for one match of gameweek {gameweek}. <Link to={gameweekPath(gameweek)}>Set it</Link>
            </>
          ) : (
            `You set no joker in gameweek ${gameweek}.`
          )
        ) : (
          <>
            {isMovable
              ? `Your joker of gameweek ${gameweek} is set.`
              : `Played. Your joker of gameweek ${gameweek} is used.`}{' '}
            <Link to={matchPath(fixtureId)}>See its match</Link>
          </>
        )}
      </span>
    </SideNote>
  ))
}
