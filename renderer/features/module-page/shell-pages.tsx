import { Modal } from '@mantine/core'
import { IconCalendar, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
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
    <Modal opened={opened} onClose={() => setOpened(false)} title={TEXT.calendarConfirmed} centered>
      <p>{TEXT.calendarClose}</p>
    </Modal>
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
