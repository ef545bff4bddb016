import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import type { MyMeeting } from '#shared/contract/meetings.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { type LiveServices, useLiveIfAny } from '../../../services/live.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { SectionHead } from '../sections/SectionHead.tsx'
import { keyOf } from '../store/state.ts'
import { ThreadAvatar } from '../threads/ThreadAvatar.tsx'
import styles from './MyMeetings.module.css'
import { TEXT } from './text.ts'
import { useThreadMeetings } from './use-meetings.ts'
import { useMyMeetings } from './use-my-meetings.ts'

const NewMeeting = lazyCode(async () => (await import('./NewMeeting.tsx')).NewMeeting)

const WHEN = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** 'My meetings': what goes on now, what is to come, and the meeting rooms (spec 2 §2). */
export function MyMeetings() {
  const { now } = useServices()
  const live = useLiveIfAny()
  const { load, meetings, refresh } = useMyMeetings()
  const under = meetings.filter(({ start }) => Date.parse(start) <= now())
  const later = meetings.filter(({ start }) => Date.parse(start) > now())
  const rooms = useChatState((chat) => chat.threads).filter(
    ({ source, isArchive }) => source === 'MEETING' && !isArchive,
  )
  return (
    <section className={styles.section} aria-label={TEXT.myMeetings}>
      <SectionHead title={TEXT.myMeetings}>
        {live ? <NewMeetingButton live={live} onMade={refresh} /> : null}
      </SectionHead>
      <div className={styles.list}>
        {load.state === 'error' ? (
          <LoadFailure title={TEXT.meetingsFailed} reason={load.message} onRetry={refresh} />
        ) : null}
        {under.length > 0 ? <Meetings title={TEXT.meetingsNow} meetings={under} live={live} /> : null}
        {later.length > 0 ? <Meetings title={TEXT.meetingsLater} meetings={later} live={null} /> : null}
        <h3>{TEXT.meetingRooms}</h3>
        {rooms.length === 0 ? <p className={styles.hint}>{TEXT.noMeetingRooms}</p> : null}
        <ul>
          {rooms.map((room) => (
            <Room key={room.id} room={room} live={live} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function NewMeetingButton({ live, onMade }: { live: LiveServices; onMade: () => void }) {
  const may = useSession(({ permissions }) => permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS'))
  const [opened, setOpened] = useState(false)
  if (!may) return null
  return (
    <>
      <Tooltip label={TEXT.newMeeting} openDelay={400}>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={TEXT.newMeeting}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <IconCalendarPlus size={20} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {opened ? (
        <Suspense>
          <NewMeeting
            live={live}
            onClose={() => {
              setOpened(false)
              onMade()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

interface MeetingsProps {
  readonly title: string
  readonly meetings: readonly MyMeeting[]
  /** Where they can be joined now. */
  readonly live: LiveServices | null
}

function Meetings({ title, meetings, live }: MeetingsProps) {
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {meetings.map(({ meetingID, subject, host, start, here, people }) => (
          <li key={meetingID} className={styles.meeting}>
            <div className={styles.words}>
              <strong>{subject}</strong>
              <span>
                <time dateTime={start}>{WHEN.format(Date.parse(start))}</time> {TEXT.meetingBy(host)}
              </span>
              <span>{TEXT.meetingPeople(here, people)}</span>
            </div>
            {live ? (
              <Button
                size="compact-sm"
                aria-label={TEXT.joinRoom(subject)}
                onClick={() => live.meetings.join({ ID: meetingID, screenShare: false })}
              >
                {TEXT.join}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function Room({ room, live }: { room: ChatThread; live: LiveServices | null }) {
  const chat = useChat<'select'>()
  const selected = useChatState((state) => state.selected === keyOf(room))
  return (
    <li className={styles.room} data-selected={selected}>
      <UnstyledButton
        className={styles.open ?? ''}
        aria-current={selected}
        onClick={() => chat.select(keyOf(room))}
      >
        <ThreadAvatar thread={room} size={36} online={undefined} />
        <span className={styles.words}>
          <strong>{room.displayLabel}</strong>
          <span>{listPreview({ message: room.lastMessage, type: room.lastMessageType ?? 'TEXT' })}</span>
        </span>
        {room.unread > 0 ? (
          <span className={styles.badge}>
            {room.unread}
            <span className="visually-hidden"> unread</span>
          </span>
        ) : null}
      </UnstyledButton>
      {live ? <RoomJoin room={room} live={live} /> : null}
    </li>
  )
}

function RoomJoin({ room, live }: { room: ChatThread; live: LiveServices }) {
  const { joining, join } = useThreadMeetings(live)
  return (
    <Button
      size="compact-sm"
      variant="light"
      loading={joining}
      aria-label={TEXT.joinRoom(room.displayLabel)}
      onClick={() => void join(room)}
    >
      {TEXT.join}
    </Button>
  )
}
