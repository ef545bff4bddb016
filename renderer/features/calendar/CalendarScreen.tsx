import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../services/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MyCalendar } from './MyCalendar.tsx'
import { CALENDAR_WORDS as WORDS } from './text.ts'

/** /my-calendar (spec 1 §2.1). In a window that another opened, it confirms what was asked for there. */
export function MyCalendarScreen({ opener = window.opener as unknown }: { opener?: unknown }) {
  const may = useSession(({ permissions }) => permissions.can('ITRACKER_CAN_SEE_MY_SCHEDULE'))
  return (
    <>
      {/* For screen readers: the top bar shows the title. */}
      <h2 className="visually-hidden">{WORDS.title}</h2>
      {may ? <MyCalendar /> : <EmptyState title={WORDS.hidden} />}
      {opener ? <ConfirmedModal /> : null}
    </>
  )
}

function ConfirmedModal() {
  const [opened, setOpened] = useState(true)
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title={WORDS.confirmed} centered>
      <p>{WORDS.confirmedClose}</p>
    </Modal>
  )
}
