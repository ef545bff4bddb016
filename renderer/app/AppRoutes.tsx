import { Loader } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { SignInScreen } from '../features/sign-in/index.ts'
import { useSession } from '../services/context.tsx'
import styles from './AppRoutes.module.css'

// Fetched once somebody is signed in: the sign-in screen is the first that anyone waits for.
const SignedIn = lazy(() => import('./SignedIn.tsx').then(({ SignedIn }) => ({ default: SignedIn })))
// The same for who comes by a mailed link.
const publicLinks = () => import('../features/public-links/index.ts')
const MagicLinkScreen = lazy(() =>
  publicLinks().then(({ MagicLinkScreen }) => ({ default: MagicLinkScreen })),
)
const ResetPasswordScreen = lazy(() =>
  publicLinks().then(({ ResetPasswordScreen }) => ({ default: ResetPasswordScreen })),
)

/** The routes (spec 1 §2.1). Whatever isn't listed leads to / (spec 1 §2.1, route guard). */
export function AppRoutes() {
  const userID = useSession((session) => session.user?.id ?? null)
  const signedIn = userID !== null
  return (
    <Routes>
      <Route path="/" element={signedIn ? <Navigate to="/dashboard" replace /> : <SignInScreen />} />
      <Route
        path="/public/magic-link/validate/:token"
        element={
          <Fetched>
            <MagicLinkScreen />
          </Fetched>
        }
      />
      <Route
        path="/public/auth/validate"
        element={
          <Fetched>
            <ResetPasswordScreen />
          </Fetched>
        }
      />
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

function Fetched({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div className={styles.waiting} role="status" aria-label="Loading">
          <Loader size="sm" />
        </div>
      }
    >
      {children}
    </Suspense>
  )
}
