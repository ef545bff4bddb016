import { lazy } from 'react'
import { Route } from 'react-router-dom'
import { Fetched } from './Fetched.tsx'

// Who comes by a mailed link waits for these; the sign-in screen doesn't.
const publicLinks = () => import('../features/public-links/index.ts')
const MagicLinkScreen = lazy(() =>
  publicLinks().then(({ MagicLinkScreen }) => ({ default: MagicLinkScreen })),
)
const ResetPasswordScreen = lazy(() =>
  publicLinks().then(({ ResetPasswordScreen }) => ({ default: ResetPasswordScreen })),
)

/** The routes that anybody may open (spec 1 §2.1). */
export const publicRoutes = (
  <>
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
  </>
)
