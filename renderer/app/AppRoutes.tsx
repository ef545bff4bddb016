import { type RefObject, useEffect, useRef } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { useSession } from '../services/context.tsx'
import { CodeScreen } from './CodeScreen.tsx'
import { linkAt } from './open-app-link.ts'
import { publicRoutes } from './public-routes.tsx'
import { signedInCode, signInCode } from './screen-code.ts'

/** What the sign-in page's place in the history keeps. */
const keptState = z.object({ link: z.nullable(z.string()) })

/** The routes (spec 1 §2.1). Whatever isn't listed leads to / (spec 1 §2.1, route guard). */
export function AppRoutes() {
  const userID = useSession((session) => session.user?.id ?? null)
  const signedIn = userID !== null
  const left = useRef<string>(undefined)
  return (
    <>
      {signedIn ? <NotePlace place={left} /> : null}
      <Routes>
        <Route path="/" element={signedIn ? <ToFirstPage /> : <CodeScreen code={signInCode} />} />
        {publicRoutes}
        {signedIn ? (
          <Route
            path="/*"
            element={
              // Another person gets everything anew; a renewed token changes nothing.
              <CodeScreen key={userID} code={signedInCode} />
            }
          />
        ) : (
          <Route path="*" element={<ToSignIn left={left} />} />
        )}
      </Routes>
    </>
  )
}

/**
 * Notes the key of the current entry in the history. A component of its own, so that a new address doesn't draw
 * all routes again.
 */
function NotePlace({ place }: { place: RefObject<string | undefined> }) {
  const { key } = useLocation()
  useEffect(() => {
    place.current = key
  }, [place, key])
  return null
}

/**
 * Whoever opens a link before they have signed in keeps it for then, also across a reload. What was open
 * as somebody signed out isn't kept: the next to sign in may be another person.
 */
function ToSignIn({ left }: { left: RefObject<string | undefined> }) {
  const location = useLocation()
  const link = left.current === location.key ? null : linkAt(location)
  return <Navigate to="/" replace state={{ link }} />
}

/** The dashboard, or the link that was opened before sign-in. */
function ToFirstPage() {
  const kept = keptState.safeParse(useLocation().state)
  return <Navigate to={(kept.success && kept.data.link) || '/dashboard'} replace />
}
