import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPhoneOff } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { MeetingPayload } from '#shared/contract/call-entities.ts'
import { MEETING_WINDOW_SIZES, type MeetingWindowSize } from '#shared/storage-keys.ts'
import type { MeetingRole } from '../../services/calls/meetings.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { useFetchedPart } from '../../ui/fetched-part.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { MeetingChat } from '../chat/index.ts'
import type { PersonInCall } from './CallRoom.tsx'
import { CALL_ROOM } from './call-room-part.ts'
import { InviteByLink } from './InviteByLink.tsx'
import styles from './MeetingRoom.module.css'
import { MEETING_ROOM_TEXT as TEXT } from './text.ts'
import type { CallWishes } from './use-call-media.ts'
import { useMeeting } from './use-meeting.ts'

interface MeetingRoomProps {
  readonly payload: MeetingPayload
  readonly role: MeetingRole
  readonly onLeave: () => void
  /** A look in the mirror comes first. */
  readonly hasDoor?: boolean
  /** Whether its conversation shows at once, as in a window of its own. */
  readonly chatOpen?: boolean
  /** Over the page it is no larger than its person wants it; a window of its own is as large as that is. */
  readonly isOverPage?: boolean
}

/** A meeting as far as it is known: its number, what it is about, who takes part and who is there, and its chat. */
export function MeetingRoom({
  payload,
  role,
  onLeave,
  chatOpen = false,
  isOverPage = false,
  hasDoor = false,
}: MeetingRoomProps) {
  const [wishes, setWishes] = useState<CallWishes | null>(null)
  const isAtDoor = hasDoor && wishes === null && 'RTCPeerConnection' in window
  const load = useMeeting(payload.ID, !isAtDoor)
  const call = useFetchedPart(CALL_ROOM, true)
  const [talking, setTalking] = useState<readonly PersonInCall[]>([])
  const { size, step } = useWindowSize()
  const isSmall = isOverPage && size === 'small' && !isAtDoor
  return (
    <section
      className={styles.room}
      aria-label={TEXT.window[role]}
      data-size={isOverPage ? (isAtDoor ? 'door' : size) : 'window'}
    >
      <header className={styles.head}>
        <div>
          <h2>{load.state === 'ready' ? load.meeting.subject : TEXT.window[role]}</h2>
          {isSmall ? null : <p>{TEXT.number(payload.ID)}</p>}
        </div>
        {isOverPage ? <SizeButtons size={size} onStep={step} /> : null}
        {isSmall ? (
          <ActionIcon color="red.9" size={26} aria-label={TEXT.leave} onClick={onLeave}>
            <IconPhoneOff size={16} stroke={1.8} />
          </ActionIcon>
        ) : (
          <Button
            size="compact-sm"
            color="red.9"
            leftSection={<IconPhoneOff size={16} stroke={1.8} aria-hidden="true" />}
            onClick={onLeave}
          >
            {TEXT.leave}
          </Button>
        )}
      </header>
      <div className={styles.stage}>
        {isAtDoor && call ? <call.CallDoor join={TEXT.join} onJoin={setWishes} /> : null}
        {call && !isAtDoor ? (
          <call.CallRoom
            meetingID={payload.ID}
            isSmall={isSmall}
            isScreenWanted={payload.screenShare}
            wishes={wishes}
            onPeople={setTalking}
            onLeave={onLeave}
          />
        ) : null}
      </div>
      {isSmall ? null : load.state === 'ready' ? (
        <People meeting={load.meeting} chatOpen={chatOpen} talking={talking} />
      ) : load.state === 'loading' ? (
        <div className={styles.wait} role="status" aria-label={TEXT.number(payload.ID)}>
          <Loader size="sm" />
        </div>
      ) : (
        <LoadFailure title={TEXT.failed} reason={load.reason} onRetry={load.retry} />
      )}
    </section>
  )
}

interface SizeButtonsProps {
  readonly size: MeetingWindowSize
  readonly onStep: (by: 1 | -1) => void
}

function SizeButtons({ size, onStep }: SizeButtonsProps) {
  const button = { variant: 'subtle', color: 'gray', size: 'sm' } as const
  return (
    <span className={styles.sizes}>
      <ActionIcon
        {...button}
        aria-label={TEXT.smaller}
        disabled={size === MEETING_WINDOW_SIZES[0]}
        onClick={() => onStep(-1)}
      >
        <IconChevronDown size={17} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={TEXT.larger}
        disabled={size === MEETING_WINDOW_SIZES.at(-1)}
        onClick={() => onStep(1)}
      >
        <IconChevronUp size={17} stroke={1.8} />
      </ActionIcon>
    </span>
  )
}

interface PeopleProps {
  readonly meeting: Extract<ReturnType<typeof useMeeting>, { state: 'ready' }>['meeting']
  readonly chatOpen: boolean
  /** Whose voice has a way here: they are there, whatever was read a moment ago. */
  readonly talking: readonly PersonInCall[]
}

function People({ meeting, chatOpen, talking }: PeopleProps) {
  const { host, agenda, participants, chat } = meeting
  const canInvite = useSession(({ permissions }) => permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS'))
  return (
    <div className={styles.body}>
      <p className={styles.host}>{TEXT.host(host)}</p>
      {agenda === '' ? null : <p className={styles.agenda}>{agenda}</p>}
      <h3>{TEXT.people}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: many people scroll, also by keyboard */}
      <ul className={styles.people} tabIndex={0} aria-label={TEXT.people}>
        {participants.map(({ userID, userName, ...one }) => {
          const inCall = talking.find((person) => person.userID === userID)
          const isHere = one.isHere || inCall !== undefined
          return (
            <li key={userID}>
              <PersonAvatar userID={userID} name={userName} size={30} status={isHere ? 'ONLINE' : null} />
              <span>{userName}</span>
              <span className={styles.state} data-here={isHere}>
                {inCall?.state ?? (isHere ? TEXT.here : TEXT.away)}
              </span>
            </li>
          )
        })}
      </ul>
      {canInvite ? <InviteByLink meeting={meeting} /> : null}
      {chat ? (
        <Suspense>
          <MeetingChat {...chat} initiallyOpen={chatOpen} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** How large the meeting's window over the page is: as its person left it the last time. */
function useWindowSize() {
  const { storage } = useServices()
  const [size, setSize] = useState<MeetingWindowSize>(() => storage.get('meetingWindow') ?? 'usual')
  const step = (by: 1 | -1) => {
    const next = MEETING_WINDOW_SIZES[MEETING_WINDOW_SIZES.indexOf(size) + by]
    if (next === undefined) return
    setSize(next)
    storage.set('meetingWindow', next)
  }
  return { size, step }
}
