import { Menu } from '@mantine/core'
import {
  IconAppWindow,
  IconBell,
  IconCamera,
  IconCode,
  IconDeviceDesktopShare,
  IconHeartRateMonitor,
  IconListCheck,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconTicket,
  IconUserCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { numberText } from '#shared/domain/locale.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import { useServices, useSession } from '../../services/context.tsx'
import type { Services } from '../../services/services.ts'
import type { SessionUser } from '../../services/session/session.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './AccountMenu.module.css'
import { ACCOUNT_TEXT } from './text.ts'

const ICON = { size: 17, stroke: 1.7 }

interface AccountItem {
  readonly label: string
  readonly icon: ReactNode
  readonly maySee: (permissions: Permissions, services: Services) => boolean
  readonly run: (services: Services) => void
}

const always = () => true
const isAdmin = ({ can }: Permissions) => can('ADMIN_CAN_SEE_MODULE')

/** The items in their order (spec 1 §2.7). */
const ITEMS: readonly AccountItem[] = [
  {
    label: ACCOUNT_TEXT.picture,
    icon: <IconCamera {...ICON} />,
    maySee: ({ can }) => can('CAN_UPDATE_PROFILE_PICTURE'),
    run: ({ dialogs }) => dialogs.open('picture'),
  },
  {
    label: ACCOUNT_TEXT.details,
    icon: <IconUserCircle {...ICON} />,
    maySee: always,
    run: ({ dialogs }) => dialogs.open('profile', { tab: 'personal details' }),
  },
  {
    label: ACCOUNT_TEXT.tickets,
    icon: <IconTicket {...ICON} />,
    maySee: always,
    run: ({ dialogs }) => dialogs.open('tickets'),
  },
  {
    label: ACCOUNT_TEXT.checklist,
    icon: <IconListCheck {...ICON} />,
    maySee: ({ can }) => can('MY_PROFILE_CAN_SEE_MY_CHECKLIST'),
    run: ({ dialogs }) => dialogs.open('profile', { tab: 'my tasks' }),
  },
  {
    label: ACCOUNT_TEXT.devtools,
    icon: <IconCode {...ICON} />,
    // A browser has its own, which no page can open.
    maySee: (permissions, { desktop }) => desktop.available && isAdmin(permissions),
    run: ({ desktop, notices }) =>
      void desktop
        .invoke('openDevtools', null)
        .then((answer) => answer.ok || notices.show('warning', answer.error.message)),
  },
  {
    label: ACCOUNT_TEXT.hardware,
    icon: <IconHeartRateMonitor {...ICON} />,
    maySee: ({ can }) => can('MY_PROFILE_CAN_SEE_HARDWARE_TESTING'),
    run: ({ dialogs }) => dialogs.open('hardware'),
  },
  {
    label: ACCOUNT_TEXT.remoteDesktops,
    icon: <IconDeviceDesktopShare {...ICON} />,
    maySee: ({ can }) => can('CAN_WORK_REMOTELY'),
    run: ({ dialogs }) => dialogs.open('remote-desktops'),
  },
  {
    label: ACCOUNT_TEXT.activeApp,
    icon: <IconAppWindow {...ICON} />,
    maySee: isAdmin,
    run: ({ dialogs }) => dialogs.open('active-app'),
  },
  {
    label: ACCOUNT_TEXT.twoFactor,
    icon: <IconShieldLock {...ICON} />,
    maySee: ({ canAny }) => canAny(['AUTH_USE_2FA', 'AUTH_ALWAYS_2FA']),
    run: ({ dialogs }) => dialogs.open('two-factor'),
  },
  {
    label: ACCOUNT_TEXT.settings,
    icon: <IconSettings {...ICON} />,
    maySee: always,
    run: ({ dialogs }) => dialogs.open('settings'),
  },
]

/** What the account dropdown holds. */
export function AccountItems({ user }: { user: SessionUser }) {
  const permissions = useSession((session) => session.permissions)
  const services = useServices()
  return (
    <>
      <Who user={user} />
      {ITEMS.filter(({ maySee }) => maySee(permissions, services)).map(({ label, icon, run }) => (
        <Menu.Item key={label} leftSection={icon} onClick={() => run(services)}>
          {label}
        </Menu.Item>
      ))}
      <NotificationsItem />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLogout {...ICON} />}
        onClick={() => services.dialogs.open('session-summary', { showExit: true })}
      >
        {ACCOUNT_TEXT.logout}
      </Menu.Item>
    </>
  )
}

/** The account's avatar, which opens the change of the picture for who may change it (spec 1 §6), and the level. */
function Who({ user }: { user: SessionUser }) {
  const { dialogs } = useServices()
  const { level } = useSignedIn()
  const profile = useStore(level.store)
  const mayUpdate = useSession(({ permissions }) => permissions.can('CAN_UPDATE_PROFILE_PICTURE'))
  const avatar = <PersonAvatar userID={user.id} name={user.displayName} size={40} />
  return (
    <div className={styles.who}>
      {mayUpdate ? (
        <Menu.Item className={styles.avatar ?? ''} onClick={() => dialogs.open('picture')}>
          <span className="visually-hidden">{ACCOUNT_TEXT.myPicture}</span>
          {avatar}
        </Menu.Item>
      ) : (
        <span className={styles.avatar}>{avatar}</span>
      )}
      <span className={styles.whoText}>
        <b>{user.displayName}</b>
        {profile ? (
          <span>
            Level {profile.currentLevel.level} · {profile.currentLevel.name}
            <br />
            {numberText(profile.currentLevel.currentXP)} of {numberText(profile.currentLevel.nextLevelXP)} XP
          </span>
        ) : (
          <span>{user.role}</span>
        )}
      </span>
    </div>
  )
}

/** Turns notifications of the system on and off (spec 2 §5). */
function NotificationsItem() {
  const { notifications } = useServices()
  const on = useStore(notifications.store)
  return (
    <Menu.CheckboxItem
      checked={on}
      onChange={(wanted) => void notifications.set(wanted)}
      rightSection={<IconBell {...ICON} />}
      classNames={{ itemIndicator: styles.tick ?? '', itemSection: styles.bell ?? '' }}
    >
      {ACCOUNT_TEXT.browserNotifications}
    </Menu.CheckboxItem>
  )
}
