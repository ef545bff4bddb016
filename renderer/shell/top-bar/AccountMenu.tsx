import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useSession } from '../../services/context.tsx'
import type { SessionUser } from '../../services/session/session.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { fetchedPart, useFetchedPart } from '../../ui/fetched-part.ts'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './AccountMenu.module.css'
import { LevelRing } from './LevelRing.tsx'

/** What the menu holds, fetched once the shell shows. */
export const ACCOUNT_ITEMS = fetchedPart(() => import('./AccountItems.tsx'))

/** The account dropdown (spec 1 §2.7): who is signed in, and what they may do about it. */
export function AccountMenu() {
  const user = useSession((session) => session.user)
  const { level } = useSignedIn()
  if (!user) return null
  return (
    <LazyMenu
      position="bottom-end"
      width={264}
      shadow="md"
      onOpen={() => void level.load()}
      target={<Person user={user} />}
    >
      <Items user={user} />
    </LazyMenu>
  )
}

function Items({ user }: { user: SessionUser }) {
  const part = useFetchedPart(ACCOUNT_ITEMS, true)
  return part ? <part.AccountItems user={user} /> : null
}

function Person({ user, ...button }: { user: SessionUser } & Omit<ComponentProps<'button'>, 'color'>) {
  return (
    <UnstyledButton className={styles.person} data-tour="account-menu" {...button}>
      {/* Shown after the text; read before it. */}
      <LevelRing>
        <PersonAvatar userID={user.id} name={user.displayName} size={32} />
      </LevelRing>
      <span className={styles.text}>
        <strong>{user.displayName}</strong> <span>{user.role}</span>
      </span>
      <span className="visually-hidden">, account</span>
      <IconChevronDown className={styles.chevron} size={16} stroke={2} aria-hidden="true" />
    </UnstyledButton>
  )
}
