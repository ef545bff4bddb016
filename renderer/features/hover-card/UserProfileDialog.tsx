import { Modal } from '@mantine/core'
import { readPresence } from '#shared/domain/presence.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { UserStatsList } from './CardContent.tsx'
import styles from './HoverCard.module.css'
import { PersonActions } from './PersonActions.tsx'
import { useUserStats } from './use-user-stats.ts'

interface UserProfileDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: { readonly userID: number; readonly name: string }
}

/** What is known of a colleague, in a dialog of its own. */
export function UserProfileDialog({ opened, onClose, params: { userID, name } }: UserProfileDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={name} size={460} centered>
      <Profile key={userID} userID={userID} name={name} onDone={onClose} />
    </Modal>
  )
}

function Profile({ userID, name, onDone }: { userID: number; name: string; onDone: () => void }) {
  const lookedUp = useUserStats(userID)
  return (
    <div className={styles.profile}>
      <PersonAvatar
        userID={userID}
        name={name}
        size={40}
        status={readPresence(lookedUp.stats.wurkforceStatus)}
      />
      <UserStatsList lookedUp={lookedUp} />
      <PersonActions
        userID={userID}
        name={name}
        loaded={lookedUp.state === 'loaded'}
        onDone={onDone}
        withProfile={false}
      />
    </div>
  )
}
