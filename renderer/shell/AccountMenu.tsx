import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../services/context.tsx'
import { UserAvatar } from '../ui/UserAvatar.tsx'
import styles from './AccountMenu.module.css'

const TwoFactorDialog = lazy(() =>
  import('../features/two-factor/index.ts').then(({ TwoFactorDialog }) => ({ default: TwoFactorDialog })),
)

/** The account dropdown (spec 1 §2.7): who is signed in, and what they may do about it. */
export function AccountMenu() {
  const user = useSession((session) => session.user)
  const usesTwoFactor = useSession(({ permissions }) =>
    permissions.canAny(['AUTH_USE_2FA', 'AUTH_ALWAYS_2FA']),
  )
  const navigate = useNavigate()
  const [twoFactor, setTwoFactor] = useState({ wanted: false, open: false })
  if (!user) return null
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <UnstyledButton className={styles.person}>
            <span className={styles.text}>
              <strong>{user.displayName}</strong> <span>{user.role}</span>
            </span>
            <span className="visually-hidden">, account</span>
            <UserAvatar name={user.displayName} size={34} />
            <IconChevronDown className={styles.chevron} size={16} stroke={2} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {usesTwoFactor ? (
            <>
              <Menu.Item
                leftSection={<IconShieldLock size={17} stroke={1.7} />}
                onClick={() => setTwoFactor({ wanted: true, open: true })}
              >
                Two-factor sign-in
              </Menu.Item>
              <Menu.Divider />
            </>
          ) : null}
          <Menu.Item
            leftSection={<IconLogout size={17} stroke={1.7} />}
            onClick={() => navigate('/exit-app')}
          >
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {twoFactor.wanted ? (
        <Suspense>
          <TwoFactorDialog
            opened={twoFactor.open}
            onClose={() => setTwoFactor({ wanted: true, open: false })}
          />
        </Suspense>
      ) : null}
    </>
  )
}
