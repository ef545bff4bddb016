import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CallMedia } from '../../services/calls/media/call-media.ts'
import type { DeviceState } from '../../services/calls/media/own-devices.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { announceCall } from './announcer.ts'
import { CallControls } from './CallControls.tsx'
import styles from './CallRoom.module.css'
import { CallTiles } from './CallTiles.tsx'
import { QUALITY_TEXT, CALL_ROOM_TEXT as TEXT } from './call-text.ts'
import { Hands } from './Hands.tsx'
import { ScreenOfCall, useScreenShare } from './ScreenOfCall.tsx'
import { SmallCall } from './SmallCall.tsx'
import type { CallView } from './stage-rule.ts'
import { useCallKeys } from './use-call-keys.ts'
import { type CallWishes, type RoomCall, useCallMedia } from './use-call-media.ts'
import { usePushToTalk } from './use-push-to-talk.ts'

/** Somebody whose voice has a way here, and how they are, in words. */
export interface PersonInCall {
  readonly userID: number | null
  readonly state: string
}

interface CallRoomProps {
  readonly meetingID: number
  /** The call was made to share a screen. */
  readonly isScreenWanted: boolean
  /** Told who is heard here. */
  readonly onPeople: (people: readonly PersonInCall[]) => void
  readonly onLeave: () => void
  /** What they decided before; null for a call that rang. */
  readonly wishes: CallWishes | null
  /** Who speaks and the most needed controls alone, as in the least window. */
  readonly isSmall: boolean
}

/** This window's part in the meeting's call, as long as it is shown. */
export function CallRoom({ meetingID, onPeople, wishes, ...shown }: CallRoomProps) {
  const { hub } = useLive()
  const call = useCallMedia(meetingID, hub, wishes)
  useEffect(() => {
    if (!call) return
    const { media, gestures } = call
    const tell = () => {
      const { hands } = gestures.store.getState()
      const isUp = (seat: string) => hands.some((hand) => hand.seat === seat)
      onPeople(
        media.store.getState().people.map((person) => ({
          userID: person.userID,
          state: isUp(person.seat) ? TEXT.handUp : person.isSpeaking ? TEXT.speaks : TEXT.state(person),
        })),
      )
    }
    tell()
    const ends = [
      media.store.subscribe((state, before) => {
        if (state.people !== before.people) tell()
      }),
      gestures.store.subscribe((state, before) => {
        if (state.hands !== before.hands) tell()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [call, onPeople])
  if (call) return <Call call={call} {...shown} />
  return 'RTCPeerConnection' in window ? null : <p className={styles.hint}>{TEXT.noCalls}</p>
}

/** Who is heard and seen, what keeps somebody from it, and the person's own microphone and camera. */
type CallProps = Pick<CallRoomProps, 'isSmall' | 'isScreenWanted' | 'onLeave'> & { readonly call: RoomCall }

export function Call({ call, isSmall, isScreenWanted, onLeave }: CallProps) {
  const { media, gestures } = call
  const place = useStore(media.store, (state) => state.place)
  const refusal = useStore(media.store, (state) => state.refusal)
  const push = usePushToTalk(media)
  const share = useScreenShare(media)
  const [view, setView] = useState<CallView>('GRID')
  useCallKeys(call, onLeave)
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
    <div className={styles.call} data-small={isSmall}>
      <Troubles media={media} />
      <Quality meter={call.meter} />
      {/* Who makes the window small goes on sharing. */}
      <div className={styles.shown} hidden={isSmall}>
        {isScreenWanted ? <ScreenHint media={media} /> : null}
        <ScreenOfCall media={media} share={share} />
        <CallTiles {...{ call, view, isSmall }} />
        <Hands gestures={gestures} />
      </div>
      {isSmall ? <SmallCall call={call} /> : null}
      <CallControls {...{ call, push, share, view, setView, isSmall }} isScreenWanted={isScreenWanted} />
      {isSmall ? null : <Signs media={media} />}
      <Announcements call={call} />
    </div>
  )
}

/** Until somebody shares, in a call that was made for it. */
function ScreenHint({ media }: { media: CallMedia }) {
  const isShown = useStore(media.store, ({ people }) => people.some(({ screen }) => screen !== null))
  return isShown ? null : <p className={styles.hint}>{TEXT.screenShare}</p>
}

/** What of the person is on, and that none of it is kept. */
function Signs({ media }: { media: CallMedia }) {
  const isHeard = useStore(media.store, (state) => !state.isMuted || state.isTalking)
  const microphone = useStore(media.own.store, (state) => state.microphone === 'ON')
  const camera = useStore(media.own.store, (state) => state.camera === 'ON')
  return (
    <p className={styles.hint}>
      {TEXT.devicesOn(microphone && isHeard, camera)} {TEXT.notRecorded}
    </p>
  )
}

/** What keeps the call from being good, and what the person can do, as long as it is not. */
function Quality({ meter }: Pick<RoomCall, 'meter'>) {
  const worst = useStore(meter.store, (state) => state.worst)
  const isCameraHeld = useStore(meter.store, (state) => state.isCameraHeld)
  const isBad = worst !== null && worst.bars <= 2
  return (
    <div role="status" className={styles.troubles}>
      {isBad || isCameraHeld ? (
        <Told
          text={[isBad ? QUALITY_TEXT.causes[worst.cause] : '', isCameraHeld ? QUALITY_TEXT.held : '']
            .filter((part) => part !== '')
            .join(' ')}
        />
      ) : null}
    </div>
  )
}

/** For who listens to the page: written past React, so that the same words are said again. */
function Announcements({ call: { media, gestures } }: { call: RoomCall }) {
  const { timers } = useServices()
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(
    () =>
      announceCall({
        ...{ media, gestures, timers },
        say: (words) => line.current?.replaceChildren(words),
      }),
    [media, gestures, timers],
  )
  return <p ref={line} className="visually-hidden" aria-live="polite" />
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
