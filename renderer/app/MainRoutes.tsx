import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { mayVisit, type NavigationLeaf } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { pageAt, routesOf } from '#shared/domain/navigation-routes.ts'
import { useSession } from '../services/context.tsx'
import { useUiLabelsState } from '../services/page/ui-labels-context.tsx'
import { Frame } from '../shell/Frame.tsx'
import { ExitScreen } from './ExitScreen.tsx'
import { Waiting } from './Fetched.tsx'
import {
  DashboardScreen,
  MyCalendarScreen,
  MyExperienceScreen,
  MyVaultScreen,
  PageScreen,
  TaskOAuthScreen,
} from './page-screens.tsx'

/**
 * The main application's routes: the fixed ones, and that of the page of the menu that is at the
 * address (spec 1 §2.1). The router would weigh the other hundred against each other at every change.
 */
export function MainRoutes() {
  const { pathname } = useLocation()
  const page = useUiLabelsState(({ routes }) => pageAt(routes, pathname))
  return (
    <Routes>
      <Route path="/exit-app" element={<ExitScreen />} />
      <Route element={<Frame />}>
        <Route path="/dashboard" element={<DashboardScreen />} />
        <Route path="/my-calendar" element={<MyCalendarScreen />} />
        <Route path="/my-experience" element={<MyExperienceScreen />} />
        <Route path="/my-vault" element={<MyVaultScreen />} />
        <Route path="/oauth/task" element={<TaskOAuthScreen />} />
        {page ? <Route path={page.path} element={<Guarded page={page} />} /> : null}
      </Route>
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  )
}

/** The route guard: a page, or / for who may not visit it (spec 1 §2.1). */
function Guarded({ page }: { page: NavigationLeaf }) {
  const permissions = useSession((session) => session.permissions)
  if (!mayVisit(permissions, page)) return <Navigate to="/" replace />
  return <PageScreen pageID={page.item.id} />
}

/**
 * An address that nothing is at. While the labels are on their way nobody knows that yet; the
 * address that a page has by the standard wording leads to where it is here.
 */
function Elsewhere() {
  const { pathname, search } = useLocation()
  const { status, routes, former } = useUiLabelsState((state) => state)
  if (status === 'pending') return <Waiting />
  const known = [...former, ...routesOf(NAVIGATION, (item) => item.defaultLabel)]
  const page = known.find(({ path }) => path === pathname)
  const here = routes.find(({ item }) => item.id === page?.item.id)
  return <Navigate to={here ? `${here.path}${search}` : '/'} replace />
}
