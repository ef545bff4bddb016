import { Menu, UnstyledButton } from '@mantine/core'
import { IconBell, IconCamera, IconChevronDown, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { avatarQuery } from '../../services/avatars.ts'
import { useServices, useSession } from '../../services/context.tsx'
import type { SessionUser } from '../../services/session.ts'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import styles from './AccountMenu.module.css'

const ICON = { size: 17, stroke: 1.7 }

/** The account dropdown (spec 1 §2.7): who is signed in, and what they may do about it. */
export function AccountMenu() {
  const user = useSession((session) => session.user)
  const usesTwoFactor = useSession(({ permissions }) =>
    permissions.canAny(['AUTH_USE_2FA', 'AUTH_ALWAYS_2FA']),
  )
  const mayUpdatePicture = useSession(({ permissions }) => permissions.can('CAN_UPDATE_PROFILE_PICTURE'))
  const navigate = useNavigate()
  const { dialogs } = useServices()
  if (!user) return null
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Person user={user} />
      <Menu.Dropdown>
        {mayUpdatePicture ? (
          <Menu.Item leftSection={<IconCamera {...ICON} />} onClick={() => dialogs.open('picture')}>
            Update my picture
          </Menu.Item>
        ) : null}
        {usesTwoFactor ? (
          <Menu.Item leftSection={<IconShieldLock {...ICON} />} onClick={() => dialogs.open('two-factor')}>
            Two-factor sign-in
          </Menu.Item>
        ) : null}
        <NotificationsItem />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={() => navigate('/exit-app')}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Person({ user }: { user: SessionUser }) {
  const { api } = useServices()
  const { data: avatar = null } = useQuery(avatarQuery(api, user.id))
  return (
    <Menu.Target>
      <UnstyledButton className={styles.person}>
        <span className={styles.text}>
          <strong>{user.displayName}</strong> <span>{user.role}</span>
        </span>
        <span className="visually-hidden">, account</span>
        <UserAvatar name={user.displayName} size={34} picture={avatar} />
        <IconChevronDown className={styles.chevron} size={16} stroke={2} aria-hidden="true" />
      </UnstyledButton>
    </Menu.Target>
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
    >
      Browser notifications
    </Menu.CheckboxItem>
  )
}
