import { Button } from '@mantine/core'
import { IconId, IconMessage, IconPhone, IconScreenShare } from '@tabler/icons-react'
import { useLocation } from 'react-router-dom'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import styles from './HoverCard.module.css'
import { MachineActions } from './MachineActions.tsx'
import { HOVER_CARD_TEXT as TEXT } from './text.ts'

interface PersonActionsProps {
  readonly userID: number
  readonly name: string
  /** Whether what is known of them is there: a message needs it (spec 3 §6). */
  readonly loaded: boolean
  readonly onDone: () => void
  /** The profile has no way to itself. */
  readonly withProfile?: boolean
}

/** Call, screenshare, message, view profile, and what can be done at their machine, each for who may (spec 3 §6). */
export function PersonActions({ userID, name, loaded, onDone, withProfile = true }: PersonActionsProps) {
  const { dialogs, notices } = useServices()
  const { calls } = useLive()
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const permissions = useSession((session) => session.permissions)
  const mayCall = permissions.can('CAN_MAKE_CALL') || permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS')
  const mayWrite = permissions.can('CAN_SEND_MESSAGE')
  const maySeeProfile = withProfile && permissions.can('CAN_VIEW_USER_PROFILE')
  const call = (screenShare: boolean) => () => {
    onDone()
    notices.show('info', TEXT.confirmIdentity)
    void calls.start([{ id: userID, name }], { screenShare })
  }
  const message = () => {
    onDone()
    void conversations.open(userID, pathname)
  }
  const viewProfile = () => {
    onDone()
    dialogs.open('user-profile', { userID, name })
  }
  return (
    <>
      <div className={styles.actions}>
        {mayCall ? <Action icon={IconPhone} label={TEXT.call} onClick={call(false)} /> : null}
        {mayCall ? <Action icon={IconScreenShare} label={TEXT.screenshare} onClick={call(true)} /> : null}
        {mayWrite ? (
          <Action icon={IconMessage} label={TEXT.message} disabled={!loaded} onClick={message} />
        ) : null}
        {maySeeProfile ? <Action icon={IconId} label={TEXT.profile} onClick={viewProfile} /> : null}
      </div>
      <MachineActions userID={userID} name={name} />
    </>
  )
}

interface ActionProps {
  readonly icon: typeof IconPhone
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

function Action({ icon: Icon, label, disabled = false, onClick }: ActionProps) {
  return (
    <Button
      size="xs"
      variant="default"
      disabled={disabled}
      leftSection={<Icon size={15} stroke={1.8} aria-hidden="true" />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
