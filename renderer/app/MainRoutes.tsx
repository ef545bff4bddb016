import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { mayVisit, type NavigationLeaf } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { routesOf } from '#shared/domain/navigation-routes.ts'
import { useSession } from '../services/context.tsx'
import { useUiLabelsState } from '../services/ui-labels-context.tsx'
import { Frame } from '../shell/Frame.tsx'
import { ExitScreen } from './ExitScreen.tsx'
import { Waiting } from './Fetched.tsx'
import {
  DashboardScreen,
  MyCalendarScreen,
  MyExperienceScreen,
  PageScreen,
  TaskOAuthScreen,
} from './page-screens.tsx'

/** The main application's routes: the fixed ones, and one for each page of the menu (spec 1 §2.1). */
export function MainRoutes() {
  const routes = useUiLabelsState((state) => state.routes)
  return (
    <Routes>
      <Route path="/exit-app" element={<ExitScreen />} />
      <Route element={<Frame />}>
        <Route path="/dashboard" element={<DashboardScreen />} />
        <Route path="/my-calendar" element={<MyCalendarScreen />} />
        <Route path="/my-experience" element={<MyExperienceScreen />} />
        <Route path="/oauth/task" element={<TaskOAuthScreen />} />
        {routes.map((route) => (
          <Route key={route.item.id} path={route.path} element={<Guarded page={route} />} />
        ))}
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

const STANDARD_ROUTES = routesOf(NAVIGATION, (item) => item.defaultLabel)

/**
 * An address that nothing is at. While the labels are on their way nobody knows that yet; the
 * address that a page has by the standard wording leads to where it is here.
 */
function Elsewhere() {
  const { pathname, search } = useLocation()
  const { status, routes } = useUiLabelsState((state) => state)
  if (status === 'pending') return <Waiting />
  const standard = STANDARD_ROUTES.find(({ path }) => path === pathname)
  const here = routes.find(({ item }) => item.id === standard?.item.id)
  return <Navigate to={here ? `${here.path}${search}` : '/'} replace />
}
