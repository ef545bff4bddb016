import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { SignInScreen } from '../features/sign-in/index.ts'
import { useSession } from '../services/context.tsx'
import { Fetched } from './Fetched.tsx'
import { publicRoutes } from './public-routes.tsx'

// Fetched once somebody is signed in: the sign-in screen is the first that anyone waits for.
const SignedIn = lazy(() => import('./SignedInEntry.tsx').then(({ SignedIn }) => ({ default: SignedIn })))

/** The routes (spec 1 §2.1). Whatever isn't listed leads to / (spec 1 §2.1, route guard). */
export function AppRoutes() {
  const userID = useSession((session) => session.user?.id ?? null)
  const signedIn = userID !== null
  return (
    <Routes>
      <Route path="/" element={signedIn ? <Navigate to="/dashboard" replace /> : <SignInScreen />} />
      {publicRoutes}
      {signedIn ? (
        <Route
          path="/*"
          element={
            <Fetched>
              {/* Another person gets everything anew; a renewed token changes nothing. */}
              <SignedIn key={userID} />
            </Fetched>
          }
        />
      ) : (
        <Route path="*" element={<Navigate to="/" replace />} />
      )}
    </Routes>
  )
}
