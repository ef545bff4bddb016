import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import type { meetingDetails } from '#shared/contract/meetings.ts'
import { issueMeeting } from '#shared/contract/public-links.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import styles from './MeetingRoom.module.css'
import { MEETING_ROOM_TEXT as TEXT } from './text.ts'

/** For how long a link that is made in the room is good, in days. */
const DAYS = 1
const MINUTE_MS = 60_000
/** The longest that a link's subject takes. */
const MINUTES_MAX = 24 * 60

/** A link by which somebody without an account joins with sound, made when it is asked for. */
export function InviteByLink({ meeting }: { meeting: ResponseOf<typeof meetingDetails> }) {
  const { api } = useServices()
  const [url, setUrl] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const issue = async () => {
    const { meetingID, subject, agenda, host, start, end } = meeting
    const minutes = Math.round((Date.parse(end) - Date.parse(start)) / MINUTE_MS)
    setBusy(true)
    try {
      const link = await api.call(issueMeeting, {
        subject: {
          ...{ meetingID, subject, agenda, host, startsAt: start },
          minutes: Math.min(MINUTES_MAX, Math.max(1, minutes)),
        },
        days: DAYS,
      })
      setUrl(link.url)
    } catch (error) {
      // The api client has told the person what went wrong.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.invite}>
      {url === null ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          leftSection={<IconLink size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => void issue()}
        >
          {TEXT.invite}
        </Button>
      ) : (
        <label>
          {TEXT.inviteLink}
          <input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
          <span>{TEXT.inviteHint(DAYS)}</span>
        </label>
      )}
    </div>
  )
}
