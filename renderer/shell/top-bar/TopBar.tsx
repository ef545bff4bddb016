import { UnstyledButton } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CompanyMark } from '../../features/company/index.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useCounters, useSignedIn } from '../../services/signed-in.tsx'
import { useRestWanted } from '../first-paint.ts'
import { screenName } from '../screen-name.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { AppDrawer } from './AppDrawer.tsx'
import { AppHistoryButton } from './AppHistoryButton.tsx'
import { type AppAction, type AppActionID, actionsOf } from './app-actions.ts'
import { NotificationsButton } from './NotificationsButton.tsx'
import { PassportButton } from './PassportButton.tsx'
import { ReloadLogo } from './ReloadLogo.tsx'
import { ToDoButton } from './ToDoButton.tsx'
import styles from './TopBar.module.css'
import { TopBarButton } from './TopBarButton.tsx'
import { TOP_BAR_TEXT } from './text.ts'
import { UpdateButton } from './UpdateButton.tsx'

interface TopBarProps {
  /** Opens the side bar on a phone. */
  readonly onMenu?: () => void
  /** Not where the side bar has it. */
  readonly logo?: boolean
  /** Is given the place among the tools where the chat's launcher stands, as soon as there is one. */
  readonly onChatPlace?: ((place: HTMLElement | null) => void) | undefined
}

/** The top bar (spec 1 §2.7). */
export function TopBar({ onMenu, logo = true, onChatPlace }: TopBarProps) {
  const { pathname } = useLocation()
  const restWanted = useRestWanted()
  return (
    <div className={styles.top}>
      <div className={styles.place}>
        {onMenu ? (
          <UnstyledButton className={styles.burger} aria-label={TOP_BAR_TEXT.menu} onClick={onMenu}>
            <IconMenu2 size={22} stroke={1.8} aria-hidden="true" />
          </UnstyledButton>
        ) : null}
        {logo ? <ReloadLogo /> : null}
        {logo && onMenu ? (
          <Suspense>
            <CompanyMark />
          </Suspense>
        ) : null}
        <h1>{screenName(pathname)}</h1>
      </div>
      {restWanted ? <Tools pathname={pathname} onChatPlace={onChatPlace} /> : null}
    </div>
  )
}

function Tools({ pathname, onChatPlace }: Pick<TopBarProps, 'onChatPlace'> & { pathname: string }) {
  useVisits(pathname)
  const run = useRunAction()
  const permissions = useSession((session) => session.permissions)
  const counts = useCounters((values) => values)
  const seen = actionsOf(permissions)
  const shortcut = (id: AppActionID, label: string, count: number) => {
    const action = seen.find((one) => one.id === id)
    return action ? (
      <TopBarButton label={label} icon={action.icon} count={count} wideOnly onClick={() => run(action)} />
    ) : null
  }
  return (
    <div className={styles.tools}>
      <UpdateButton />
      <PassportButton />
      <AppHistoryButton />
      {shortcut('calendar', TOP_BAR_TEXT.calendar, counts.openMeetingCount)}
      {seen.some(({ id }) => id === 'notifications') ? <NotificationsButton /> : null}
      {shortcut('tickets', TOP_BAR_TEXT.tickets, counts.outstandingTickets)}
      <ToDoButton />
      <span className={styles.slot} ref={onChatPlace} />
      <AppDrawer onRun={run} />
      <AccountMenu />
    </div>
  )
}

/** Runs an action, and notes the tool that it opened among what was opened last. */
function useRunAction(): (action: AppAction) => void {
  const services = useServices()
  const { appHistory, centre } = useSignedIn()
  const navigate = useNavigate()
  const openCentre = () => centre.setOpened(true)
  return (action) => {
    const context = { services, navigate: (path: string) => void navigate(path), openCentre }
    const before = services.dialogs.store.getState()
    action.run(context)
    // A screen is noted when it shows.
    if (services.dialogs.store.getState() !== before)
      appHistory.visit(action.label, () => action.run(context))
  }
}

/** Notes every screen that shows (spec 1 §3, app history). */
function useVisits(pathname: string): void {
  const { appHistory } = useSignedIn()
  const navigate = useNavigate()
  useEffect(
    () => appHistory.visit(screenName(pathname), () => void navigate(pathname)),
    [appHistory, navigate, pathname],
  )
}
