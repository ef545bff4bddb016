import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { CallMedia } from '../../services/calls/media/call-media.ts'
import type { DeviceState } from '../../services/calls/media/own-devices.ts'
import { useServices } from '../../services/context.tsx'
import { CallControls } from './CallControls.tsx'
import styles from './CallRoom.module.css'
import { CallTiles } from './CallTiles.tsx'
import { CALL_ROOM_TEXT as TEXT } from './call-text.ts'
import { ScreenOfCall } from './ScreenOfCall.tsx'
import { useCallMedia } from './use-call-media.ts'
import { usePushToTalk } from './use-push-to-talk.ts'

interface CallRoomProps {
  readonly meetingID: number
  /** The call was made to share a screen. */
  readonly isScreenWanted: boolean
  /** Told who is heard here. */
  readonly onPeople: (userIDs: readonly number[]) => void
  /** Controls alone, as in the least window. */
  readonly isSmall: boolean
}

/** This window's part in the meeting's call, as long as it is shown. */
export function CallRoom({ meetingID, isScreenWanted, onPeople, isSmall }: CallRoomProps) {
  const media = useCallMedia(meetingID)
  useEffect(() => {
    if (!media) return
    const tell = () => onPeople(media.store.getState().people.map(({ userID }) => userID))
    tell()
    return media.store.subscribe((state, before) => {
      if (state.people !== before.people) tell()
    })
  }, [media, onPeople])
  if (media) return <Call media={media} isSmall={isSmall} isScreenWanted={isScreenWanted} />
  return 'RTCPeerConnection' in window ? null : <p className={styles.hint}>{TEXT.noCalls}</p>
}

/** Who is heard and seen, what keeps somebody from it, and the person's own microphone and camera. */
type CallProps = Pick<CallRoomProps, 'isSmall' | 'isScreenWanted'> & { readonly media: CallMedia }

function Call({ media, isSmall, isScreenWanted }: CallProps) {
  const place = useStore(media.store, (state) => state.place)
  const refusal = useStore(media.store, (state) => state.refusal)
  const push = usePushToTalk(media)
  if (place === 'REFUSED' || place === 'ELSEWHERE') {
    return (
      <Told text={place === 'REFUSED' ? refusal : TEXT.elsewhere}>
        <Button size="compact-sm" variant="default" onClick={() => media.again()}>
          {place === 'REFUSED' ? TEXT.again : TEXT.talkHere}
        </Button>
      </Told>
    )
  }
  return (
    <div className={styles.call}>
      <Troubles media={media} />
      {/* Who makes the window small goes on sharing. */}
      <div className={styles.shown} hidden={isSmall}>
        <ScreenOfCall media={media} isWanted={isScreenWanted} />
        <CallTiles media={media} />
      </div>
      <CallControls media={media} push={push} />
      {/* Its picture isn't shown there, but those who are heard are. */}
      {isSmall ? <Speaking media={media} /> : null}
    </div>
  )
}

/** What keeps the person from hearing or being heard, and what they can do. */
function Troubles({ media }: { media: CallMedia }) {
  const { desktop } = useServices()
  const isCutOff = useStore(media.store, (state) => state.isCutOff)
  const isSoundBlocked = useStore(media.store, (state) => state.isSoundBlocked)
  const microphone = useStore(media.own.store, (state) => state.microphone)
  const camera = useStore(media.own.store, (state) => state.camera)
  const lost = useStore(media.own.store, (state) => state.lost)
  const isDesktop = desktop.version !== null
  // Somebody who allows a device in the browser needn't press anything.
  useWhenAllowed('microphone', microphone, media)
  return (
    <div role="status" className={styles.troubles}>
      {isCutOff ? <Told text={TEXT.cutOff} /> : null}
      {isSoundBlocked ? (
        <Told text={TEXT.blockedSound}>
          <Button size="compact-sm" variant="default" onClick={() => void media.unblock()}>
            {TEXT.hear}
          </Button>
        </Told>
      ) : null}
      {lost === null ? null : <Told text={TEXT.lost(lost)} />}
      {(['microphone', 'camera'] as const).map((kind) => {
        const problem = problemOf(kind === 'microphone' ? microphone : camera)
        if (!problem) return null
        const text = TEXT.noDevice(kind, problem, isDesktop)
        return (
          <Told key={kind} text={kind === 'microphone' ? `${text} ${TEXT.stillHears}` : text}>
            <Button size="compact-sm" variant="default" onClick={() => void media.own.open(kind)}>
              {TEXT.again}
            </Button>
          </Told>
        )
      })}
    </div>
  )
}

const problemOf = (state: DeviceState) =>
  state === 'OFF' || state === 'STARTING' || state === 'ON' ? null : state

/** Opens a device that was refused as soon as the browser says that it is allowed. */
function useWhenAllowed(kind: 'microphone', state: DeviceState, media: CallMedia): void {
  const isBlocked = state === 'BLOCKED'
  useEffect(() => {
    if (!isBlocked || !('permissions' in navigator)) return
    let status: PermissionStatus | null = null
    const look = () => {
      if (status?.state === 'granted') void media.own.open(kind)
    }
    navigator.permissions.query({ name: kind }).then(
      (found) => {
        status = found
        found.onchange = look
      },
      // A browser that doesn't tell: the button does it.
      () => {},
    )
    return () => {
      if (status) status.onchange = null
    }
  }, [isBlocked, kind, media])
}

function Told({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <div className={styles.told}>
      <span>{text}</span>
      {children}
    </div>
  )
}

function Speaking({ media }: { media: CallMedia }) {
  const people = useStore(media.store, (state) => state.people)
  return (
    <ul className={styles.names} aria-label={TEXT.people}>
      {people.map((person) => (
        <li key={person.seat} data-speaking={person.isSpeaking}>
          {person.name} <span>{TEXT.state(person)}</span>
        </li>
      ))}
    </ul>
  )
}
