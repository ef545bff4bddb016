import { Button } from '@mantine/core'
import { IconVideoOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { meetingRole } from '../../services/calls/meetings.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MeetingRoom } from './MeetingRoom.tsx'
import styles from './MeetingScreen.module.css'
import { MEETING_ROOM_TEXT as TEXT } from './text.ts'

/**
 * The standalone meeting (spec 1 §2.2). Its meeting is kept in the storage by whoever opened the
 * window, and forgotten once read; without that the address names it. Leaving closes the window.
 */
export function MeetingScreen() {
  const { storage } = useServices()
  const [query] = useSearchParams()
  const role = useSession(({ permissions }) => meetingRole(permissions))
  const [left, setLeft] = useState(false)
  const [meetingID] = useState(() =>
    Number(storage.get('moderatorMeetingID') ?? query.get('room') ?? Number.NaN),
  )
  // Not while it is rendered: React may begin that again.
  useEffect(() => storage.remove('moderatorMeetingID'), [storage])
  const leave = () => {
    window.close()
    // A browser closes only what a page opened, so it may have to be said.
    setLeft(true)
  }
  if (left) return <Nothing title={TEXT.closeYourself} />
  if (!Number.isSafeInteger(meetingID) || meetingID <= 0) {
    return (
      <Nothing title={TEXT.none}>
        <Button variant="default" onClick={leave}>
          {TEXT.closeWindow}
        </Button>
      </Nothing>
    )
  }
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{TEXT.window[role]}</h1>
      <MeetingRoom
        payload={{ ID: meetingID, screenShare: false }}
        role={role}
        hasDoor={query.get('call') === null}
        onLeave={leave}
        chatOpen
      />
    </main>
  )
}

function Nothing({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{TEXT.window.agent}</h1>
      <EmptyState icon={<IconVideoOff size={28} stroke={1.6} />} title={title}>
        {children}
      </EmptyState>
    </main>
  )
}
