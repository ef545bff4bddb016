import { Button } from '@mantine/core'
import { IconScreenShare, IconScreenShareOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { meetingScreen, shareMeetingScreen } from '#shared/contract/meetings.ts'
import { useServices, useSession } from '../../services/context.tsx'
import styles from './SharedScreen.module.css'
import { createPictureTaker } from './screen-picture.ts'
import { createScreenShare, PICTURE_MS, type ScreenShare } from './screen-share.ts'
import { MEETING_ROOM_TEXT as TEXT } from './text.ts'

interface SharedScreenProps {
  readonly meetingID: number
  readonly participants: readonly { readonly userID: number; readonly userName: string }[]
}

/** The screen that somebody shares with the meeting: the person's own, with its end, or another's. */
export function SharedScreen({ meetingID, participants }: SharedScreenProps) {
  const share = useScreenShare(meetingID)
  const { stream, isStarting } = useStore(share.store)
  const shown = useOthersScreen(meetingID, stream === null)
  const name = participants.find(({ userID }) => userID === shown?.userID)?.userName
  if (stream) return <OwnScreen stream={stream} onStop={share.stop} />
  return (
    <div className={styles.shared}>
      {shown && name !== undefined ? (
        <figure>
          <img src={shown.picture} alt={TEXT.screenOf(name)} />
          <figcaption>{TEXT.screenOf(name)}</figcaption>
        </figure>
      ) : navigator.mediaDevices && 'getDisplayMedia' in navigator.mediaDevices ? (
        <Button
          variant="default"
          fullWidth
          loading={isStarting}
          leftSection={<IconScreenShare size={17} stroke={1.7} aria-hidden="true" />}
          onClick={() => void share.start()}
        >
          {TEXT.share}
        </Button>
      ) : null}
    </div>
  )
}

function OwnScreen({ stream, onStop }: { stream: MediaStream; onStop: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <div className={styles.shared} data-own="true">
      <figure>
        <video ref={video} autoPlay muted playsInline aria-label={TEXT.ownScreen} />
        <figcaption role="status">{TEXT.sharing}</figcaption>
      </figure>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconScreenShareOff className={styles.stop} size={17} stroke={1.7} aria-hidden="true" />}
        onClick={onStop}
      >
        {TEXT.stopSharing}
      </Button>
    </div>
  )
}

/** The person's share, which ends with the meeting's window. */
function useScreenShare(meetingID: number): ScreenShare {
  const { api, desktop, timers, notices } = useServices()
  const [share] = useState(() =>
    createScreenShare({
      desktop,
      timers,
      getDisplay: () => navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 5 }, audio: false }),
      pictureOf: createPictureTaker(document),
      send: async (picture) => {
        await api.call(shareMeetingScreen, { meetingID, picture }, { quiet: true })
      },
      tell: (message) => notices.show('error', message),
    }),
  )
  useEffect(() => share.stop, [share])
  return share
}

type Shown = { readonly userID: number; readonly picture: string } | null

/** What somebody else shares, looked at as often as they send it. */
function useOthersScreen(meetingID: number, looking: boolean): Shown {
  const { api, timers } = useServices()
  const me = useSession(({ user }) => user?.id)
  const [shown, setShown] = useState<Shown>(null)
  useEffect(() => {
    if (!looking) return
    const gone = new AbortController()
    let asking = false
    const look = async () => {
      if (asking) return
      asking = true
      try {
        const found = await api.call(meetingScreen, { meetingID }, { quiet: true, signal: gone.signal })
        setShown(found?.userID === me ? null : found)
      } catch {
        // The room around it says what is wrong with the meeting.
      } finally {
        asking = false
      }
    }
    void look()
    const stop = timers.every(PICTURE_MS, () => void look())
    return () => {
      stop()
      gone.abort()
      setShown(null)
    }
  }, [api, timers, meetingID, looking, me])
  return shown
}
