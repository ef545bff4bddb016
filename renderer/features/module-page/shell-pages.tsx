import { Button, Modal } from '@mantine/core'
import { IconCalendar, IconPlugConnected, IconTrophy, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useServices } from '../../services/context.tsx'
import styles from './ModulePage.module.css'
import { PlainPage } from './ModulePage.tsx'
import { MODULE_PAGE_TEXT as TEXT } from './text.ts'

/** /my-calendar (spec 1 §2.1). In a window that another opened, it confirms what was asked for there. */
export function MyCalendarScreen({ opener = window.opener as unknown }: { opener?: unknown }) {
  return (
    <>
      <PlainPage title="My calendar" icon={<IconCalendar size={30} stroke={1.5} />}>
        <p>{TEXT.noContent}</p>
      </PlainPage>
      {opener ? <ConfirmedModal /> : null}
    </>
  )
}

function ConfirmedModal() {
  const [opened, setOpened] = useState(true)
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title={TEXT.calendarConfirmed}
      centered
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      <p>{TEXT.calendarClose}</p>
    </Modal>
  )
}

/** /my-experience (spec 1 §2.1): gamification and quests. */
export function MyExperienceScreen() {
  return (
    <PlainPage
      title="My experience"
      above="Gamification / Quests"
      icon={<IconTrophy size={30} stroke={1.5} />}
    >
      <p>{TEXT.noContent}</p>
    </PlainPage>
  )
}

/** /oauth/task (spec 1 §2.1): where an external task service sends the person back to. */
export function TaskOAuthScreen() {
  const [query] = useSearchParams()
  const refused = query.has('error')
  return (
    <PlainPage title={TEXT.oauthTitle} icon={<IconPlugConnected size={30} stroke={1.5} />}>
      {refused ? <p role="alert">{TEXT.oauthRefused}</p> : null}
      <p>{TEXT.oauthNothing}</p>
    </PlainPage>
  )
}

/**
 * The standalone meeting (spec 1 §2.2). Its meeting is kept in the storage by whoever opened the
 * window, and forgotten once read; without that the address names it.
 */
export function MeetingScreen() {
  const { storage } = useServices()
  const [query] = useSearchParams()
  const [meetingID] = useState(() => {
    const kept = storage.get('moderatorMeetingID')
    storage.remove('moderatorMeetingID')
    return kept ?? query.get('room')
  })
  return (
    <main className={styles.full}>
      <PlainPage
        title={TEXT.meetingTitle}
        icon={<IconVideo size={30} stroke={1.5} />}
        action={<CloseWindowButton label={TEXT.leave} close={() => window.close()} />}
      >
        {meetingID ? (
          <dl className={styles.facts}>
            <dt>Meeting</dt>
            <dd>{meetingID}</dd>
            <dt>Participants</dt>
            <dd>Unknown</dd>
          </dl>
        ) : (
          <p>{TEXT.meetingNone}</p>
        )}
        <p>{TEXT.meetingCannot}</p>
      </PlainPage>
    </main>
  )
}

/** Closes the window. A browser closes only what a page opened, so it may have to be said. */
function CloseWindowButton({ label, close }: { label: string; close: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          close()
          setAsked(true)
        }}
      >
        {label}
      </Button>
      {asked ? (
        <p className={styles.note} role="status">
          {TEXT.closeYourself}
        </p>
      ) : null}
    </>
  )
}
