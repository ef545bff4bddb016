import { Route } from 'react-router-dom'
import { lazyCode } from '../ui/fetch-code.ts'
import { Fetched } from './Fetched.tsx'

// Who comes by a link waits for these; the sign-in screen doesn't.
const PublicPages = lazyCode(async () => (await import('./PublicPages.tsx')).PublicPages)

const pages = (
  <Fetched>
    <PublicPages />
  </Fetched>
)

/** The routes that anybody may open: set-up (spec 5 §2.2), and whatever begins with /public (spec 1 §2.1). */
export const publicRoutes = (
  <>
    <Route path="/setup" element={pages} />
    <Route path="/public/*" element={pages} />
  </>
)
