import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import { QUICK_MEETING_TITLE } from '#shared/domain/calendar.ts'
import { IMMEDIATE_MEETING_MS } from '#shared/domain/calls.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import type { LiveServices } from '../../services/live.tsx'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { RemoteOption } from '../../ui/RemoteSelect.tsx'
import styles from './Calendar.module.css'
import { CALENDAR_WORDS, QUICK_WORDS as WORDS } from './text.ts'
import { MINUTE_MS } from './when.ts'

/** A meeting with somebody at once, as long and called as spec 3 §9 has it. */
export function QuickMeeting({ live, onClose }: { live: LiveServices; onClose: () => void }) {
  const { api, now } = useServices()
  const [person, setPerson] = useState<RemoteOption | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const start = async ({ id, name }: RemoteOption) => {
    setBusy(true)
    setProblem(null)
    const at = now()
    try {
      const { meetingID } = await api.call(
        newMeeting,
        {
          start: new Date(at).toISOString(),
          end: new Date(at + IMMEDIATE_MEETING_MS).toISOString(),
          subject: QUICK_MEETING_TITLE,
          agenda: '',
          ids: [id],
          immediate: true,
        },
        { quiet: true },
      )
      onClose()
      const payload = { ID: meetingID, screenShare: false }
      live.meetings.join(payload, 'CALL')
      await live.calls.make([{ id, name }], payload)
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={WORDS.button} size={420} centered>
      <div className={styles.form}>
        <p>{WORDS.lead(IMMEDIATE_MEETING_MS / MINUTE_MS, QUICK_MEETING_TITLE)}</p>
        <PersonSelect label={WORDS.with} value={person} onChange={setPerson} />
        <Problem>{problem}</Problem>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {CALENDAR_WORDS.cancel}
          </Button>
          <Button disabled={person === null} loading={isBusy} onClick={() => person && void start(person)}>
            {WORDS.start}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
