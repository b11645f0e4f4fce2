import { memo, useEffect } from 'react'
import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router-dom'
import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import { entryOf } from '../features/session/model.ts'
import { isAt } from '../lib/paths.ts'
import { RouterLink } from '../ui/PlayerName.tsx'
import { Opening } from './Opening.tsx'
import { openPageAt } from './open-pages.tsx'
import { PAGES } from './pages.tsx'
import { SignedIn } from './SignedIn.tsx'

// While the session is being checked.
PAGES.find(({ path }) => isAt({ to: path }, location.pathname))?.Code.ahead()

/** The app after sign-in, with the router, which strangers need not load. */
export const Inside = memo(function Inside({ user }: { user: CurrentUser }) {
  return (
    <BrowserRouter>
      <RouterLink value={Link}>
        <Routed user={user} />
      </RouterLink>
    </BrowserRouter>
  )
})

/** A page outside the app reached within it, for example after signing in on its address, reloads. */
function Routed({ user }: { user: CurrentUser }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isOutside = openPageAt(pathname) !== undefined
  useEffect(() => {
    if (isOutside) location.replace(pathname)
  }, [isOutside, pathname])
  // The form that a link asked for is done with.
  const isEntered = entryOf(search) !== null
  useEffect(() => {
    if (isEntered) void navigate(pathname, { replace: true })
  }, [isEntered, navigate, pathname])
  return isOutside ? <Opening /> : <SignedIn key={user.id} user={user} />
}
