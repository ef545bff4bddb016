import { Menu, UnstyledButton } from '@mantine/core'
import { IconBell, IconCamera, IconChevronDown, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { avatarQuery } from '../services/avatars.ts'
import { useServices, useSession } from '../services/context.tsx'
import type { SessionUser } from '../services/session.ts'
import { UserAvatar } from '../ui/UserAvatar.tsx'
import styles from './AccountMenu.module.css'

const TwoFactorDialog = lazy(() =>
  import('../features/two-factor/index.ts').then(({ TwoFactorDialog }) => ({ default: TwoFactorDialog })),
)
const PictureDialog = lazy(() =>
  import('../features/profile/index.ts').then(({ PictureDialog }) => ({ default: PictureDialog })),
)

const ICON = { size: 17, stroke: 1.7 }

/** The account dropdown (spec 1 §2.7): who is signed in, and what they may do about it. */
export function AccountMenu() {
  const user = useSession((session) => session.user)
  const usesTwoFactor = useSession(({ permissions }) =>
    permissions.canAny(['AUTH_USE_2FA', 'AUTH_ALWAYS_2FA']),
  )
  const mayUpdatePicture = useSession(({ permissions }) => permissions.can('CAN_UPDATE_PROFILE_PICTURE'))
  const navigate = useNavigate()
  const twoFactor = useDialog()
  const picture = useDialog()
  if (!user) return null
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md">
        <Person user={user} />
        <Menu.Dropdown>
          {mayUpdatePicture ? (
            <Menu.Item leftSection={<IconCamera {...ICON} />} onClick={picture.open}>
              Update my picture
            </Menu.Item>
          ) : null}
          {usesTwoFactor ? (
            <Menu.Item leftSection={<IconShieldLock {...ICON} />} onClick={twoFactor.open}>
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
      <Suspense>
        {twoFactor.wanted ? <TwoFactorDialog opened={twoFactor.opened} onClose={twoFactor.close} /> : null}
        {picture.wanted ? <PictureDialog opened={picture.opened} onClose={picture.close} /> : null}
      </Suspense>
    </>
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

/** A dialog that is fetched once it is wanted. */
function useDialog() {
  const [state, setState] = useState({ wanted: false, opened: false })
  return {
    ...state,
    open: () => setState({ wanted: true, opened: true }),
    close: () => setState({ wanted: true, opened: false }),
  }
}
