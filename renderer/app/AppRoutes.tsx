import { Navigate, Route, Routes } from 'react-router-dom'
import { useSession } from '../services/context.tsx'
import { CodeScreen } from './CodeScreen.tsx'
import { publicRoutes } from './public-routes.tsx'
import { signedInCode, signInCode } from './screen-code.ts'

/** The routes (spec 1 §2.1). Whatever isn't listed leads to / (spec 1 §2.1, route guard). */
export function AppRoutes() {
  const userID = useSession((session) => session.user?.id ?? null)
  const signedIn = userID !== null
  return (
    <Routes>
      <Route
        path="/"
        element={signedIn ? <Navigate to="/dashboard" replace /> : <CodeScreen code={signInCode} />}
      />
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
        <Route path="*" element={<Navigate to="/" replace />} />
      )}
    </Routes>
  )
}
