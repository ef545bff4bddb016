import { Button } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { VISITOR_HERE_MS } from '#shared/domain/calls.ts'
import { visitorHub } from '#shared/hubs/visitor.ts'
import type { CallMediaParts } from '../../services/calls/media/call-media.ts'
import { visitorCallHub } from '../../services/calls/media/visitor-hub.ts'
import { useServices } from '../../services/context.tsx'
import type { HubClient } from '../../services/hubs/hub-client.ts'
import { CallDoor } from './CallDoor.tsx'
import { Call } from './CallRoom.tsx'
import styles from './MeetingRoom.module.css'
import { MEETING_ROOM_TEXT as TEXT } from './text.ts'
import { type CallWishes, useCallMedia } from './use-call-media.ts'

interface VisitorRoomProps {
  readonly meetingID: number
  readonly token: string
  readonly name: string
  readonly subject: string
  /** @param isEnded true where the link has ended, or the server let them go */
  readonly onLeave: (isEnded: boolean) => void
}

/** A meeting's room for who has a link and no account: first the mirror, then the call. */
export function VisitorRoom({ subject, onLeave, ...visitor }: VisitorRoomProps) {
  const [wishes, setWishes] = useState<CallWishes | null>(null)
  return (
    <section className={styles.room} data-size="visitor" aria-label={TEXT.window.agent}>
      <header className={styles.head}>
        <h2>{subject}</h2>
        <Button
          size="compact-sm"
          color="red.9"
          leftSection={<IconPhoneOff size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => onLeave(false)}
        >
          {TEXT.leave}
        </Button>
      </header>
      <div className={styles.stage}>
        {wishes ? (
          <Connected {...visitor} wishes={wishes} onLeave={onLeave} />
        ) : (
          <CallDoor join={TEXT.join} onJoin={setWishes} />
        )}
      </div>
    </section>
  )
}

type ConnectedProps = Omit<VisitorRoomProps, 'subject'> & { readonly wishes: CallWishes }

/** The visitor's way to the server, for as long as they talk. */
function Connected({ token, name, ...room }: ConnectedProps) {
  const services = useServices()
  const [ways, setWays] = useState<WaysProps['ways'] | null>(null)
  useEffect(() => {
    const hub = services.hub(visitorHub)
    void hub.start()
    setWays({ hub, call: visitorCallHub(hub, { token, name }) })
    // The room within says first that it leaves: otherwise its seat would be waited for.
    return () => void services.timers.after(0, () => void hub.stop())
  }, [services, token, name])
  return ways && <Talking ways={ways} {...room} />
}

interface WaysProps {
  readonly ways: { readonly hub: HubClient<typeof visitorHub>; readonly call: CallMediaParts['hub'] }
}

function Talking({ ways, meetingID, wishes, onLeave }: WaysProps & Omit<ConnectedProps, 'token' | 'name'>) {
  const { timers } = useServices()
  const { hub } = ways
  const call = useCallMedia(meetingID, ways.call, wishes)
  useEffect(() => {
    if (!call) return
    const { media } = call
    const ends = [
      timers.every(VISITOR_HERE_MS, () => void hub.invoke('visitorIsHere', media.seat).catch(() => {})),
      hub.on('visitorIsOut', (seat) => {
        if (seat === media.seat) onLeave(true)
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [call, hub, timers, onLeave])
  return call && <Call call={call} isSmall={false} isScreenWanted={false} onLeave={() => onLeave(false)} />
}
