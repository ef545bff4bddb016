import { ActionIcon } from '@mantine/core'
import {
  IconHandStop,
  IconLayoutGrid,
  IconMicrophone,
  IconMicrophoneOff,
  IconMoodSmile,
  IconScreenShare,
  IconSettings,
  IconUserScreen,
  IconUsersMinus,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { CALL_REACTIONS } from '#shared/domain/calls.ts'
import type { CallGestures } from '../../services/calls/media/call-gestures.ts'
import type { CallMedia } from '../../services/calls/media/call-media.ts'
import type { DeviceKind } from '../../services/calls/media/own-devices.ts'
import { useServices } from '../../services/context.tsx'
import { Hint } from '../../ui/Hint.tsx'
import { LazyPopover } from '../../ui/LazyPopover.tsx'
import styles from './CallRoom.module.css'
import { REACTION_SIGNS, CALL_ROOM_TEXT as TEXT } from './call-text.ts'
import { canShare } from './ScreenOfCall.tsx'
import type { ScreenShare } from './screen-share.ts'
import type { CallView } from './stage-rule.ts'
import type { RoomCall } from './use-call-media.ts'
import type { PushToTalk } from './use-push-to-talk.ts'

interface CallControlsProps {
  readonly call: RoomCall
  readonly push: PushToTalk
  readonly share: ScreenShare
  readonly view: CallView
  readonly setView: (view: CallView) => void
  /** The call was made to share a screen. */
  readonly isScreenWanted: boolean
  /** The microphone alone. */
  readonly isSmall: boolean
}

const ROUND = { size: 40, radius: 'xl', variant: 'default', className: styles.round } as const
const ICON = { size: 19, stroke: 1.7 } as const

/** The person's own microphone, camera, screen, hand and reactions, their devices, and what a host may ask. */
export function CallControls({ isSmall, ...controls }: CallControlsProps) {
  const { media, gestures } = controls.call
  const isTalking = useStore(media.store, (state) => state.isTalking)
  const speaksMuted = useStore(media.store, (state) => state.isMuted && state.isSpeaking && !state.isTalking)
  const mutedBy = useStore(gestures.store, (state) => state.mutedBy)
  const note = isTalking
    ? TEXT.heldToTalk
    : mutedBy !== null
      ? TEXT.mutedBy(mutedBy)
      : speaksMuted
        ? TEXT.muted
        : ''
  return (
    <fieldset className={styles.controls} data-small={isSmall}>
      <legend className="visually-hidden">{TEXT.controls}</legend>
      <MicrophoneButton media={media} />
      {isSmall ? null : <MoreControls {...controls} />}
      <span className={styles.note} role="status">
        {note}
      </span>
    </fieldset>
  )
}

function MicrophoneButton({ media }: { media: CallMedia }) {
  const isMuted = useStore(media.store, (state) => state.isMuted)
  const isTalking = useStore(media.store, (state) => state.isTalking)
  const microphone = useStore(media.own.store, (state) => state.microphone)
  const isOff = (isMuted && !isTalking) || microphone !== 'ON'
  const name = isMuted ? TEXT.unmute : TEXT.mute
  return (
    <Hint label={name}>
      <ActionIcon
        {...ROUND}
        data-off={isOff}
        aria-label={name}
        loading={microphone === 'STARTING'}
        disabled={microphone !== 'ON'}
        onClick={() => media.mute(!isMuted)}
      >
        {isOff ? <IconMicrophoneOff {...ICON} /> : <IconMicrophone {...ICON} />}
      </ActionIcon>
    </Hint>
  )
}

function MoreControls({
  call,
  push,
  share,
  view,
  setView,
  isScreenWanted,
}: Omit<CallControlsProps, 'isSmall'>) {
  const { media, gestures } = call
  const camera = useStore(media.own.store, (state) => state.camera)
  const isHost = useStore(gestures.store, (state) => state.isHost)
  const isUp = useStore(gestures.store, (state) => state.hands.some(({ isOwn }) => isOwn))
  const people = useStore(media.store, (state) => state.people.length)
  const isCameraOn = camera === 'ON' || camera === 'STARTING'
  const cameraName = isCameraOn ? TEXT.cameraOff : TEXT.cameraOn
  const handName = isUp ? TEXT.lowerHand : TEXT.raiseHand
  const viewName = view === 'GRID' ? TEXT.speakerView : TEXT.gridView
  return (
    <>
      <Hint label={cameraName}>
        <ActionIcon
          {...ROUND}
          data-off={!isCameraOn}
          aria-label={cameraName}
          loading={camera === 'STARTING'}
          onClick={() => void media.turnCamera(!isCameraOn)}
        >
          {isCameraOn ? <IconVideo {...ICON} /> : <IconVideoOff {...ICON} />}
        </ActionIcon>
      </Hint>
      {canShare() ? <ShareButton share={share} isWanted={isScreenWanted} /> : null}
      <Hint label={handName}>
        <ActionIcon
          {...ROUND}
          data-on={isUp}
          aria-label={handName}
          aria-pressed={isUp}
          onClick={() => void gestures.raise(!isUp)}
        >
          <IconHandStop {...ICON} />
        </ActionIcon>
      </Hint>
      <Reactions gestures={gestures} />
      {people > 1 ? (
        <Hint label={viewName}>
          <ActionIcon
            {...ROUND}
            aria-label={viewName}
            onClick={() => setView(view === 'GRID' ? 'SPEAKER' : 'GRID')}
          >
            {view === 'GRID' ? <IconUserScreen {...ICON} /> : <IconLayoutGrid {...ICON} />}
          </ActionIcon>
        </Hint>
      ) : null}
      {isHost && people > 1 ? (
        <Hint label={TEXT.muteAll}>
          <ActionIcon
            {...ROUND}
            aria-label={TEXT.muteAll}
            onClick={() => void gestures.ask({ kind: 'MUTE_ALL' })}
          >
            <IconUsersMinus {...ICON} />
          </ActionIcon>
        </Hint>
      ) : null}
      <Devices media={media} push={push} />
    </>
  )
}

function ShareButton({ share, isWanted }: { share: ScreenShare; isWanted: boolean }) {
  const { stream, isStarting } = useStore(share.store)
  // Its end stands beside what is shared.
  if (stream) return null
  return (
    <Hint label={TEXT.share}>
      <ActionIcon
        {...ROUND}
        variant={isWanted ? 'filled' : 'default'}
        aria-label={TEXT.share}
        loading={isStarting}
        onClick={() => void share.start()}
      >
        <IconScreenShare {...ICON} />
      </ActionIcon>
    </Hint>
  )
}

function Reactions({ gestures }: { gestures: CallGestures }) {
  const [opened, setOpened] = useState(false)
  return (
    <LazyPopover
      label={TEXT.reactions}
      opened={opened}
      onChange={setOpened}
      position="top"
      target={
        <ActionIcon {...ROUND} aria-label={TEXT.reactions} onClick={() => setOpened(!opened)}>
          <IconMoodSmile {...ICON} />
        </ActionIcon>
      }
    >
      <div className={styles.signs}>
        {CALL_REACTIONS.map((reaction) => (
          <button
            key={reaction}
            type="button"
            aria-label={REACTION_SIGNS[reaction][1]}
            title={REACTION_SIGNS[reaction][1]}
            onClick={() => {
              setOpened(false)
              void gestures.react(reaction)
            }}
          >
            {REACTION_SIGNS[reaction][0]}
          </button>
        ))}
      </div>
    </LazyPopover>
  )
}

/** Of plain fields: the kit's would come along wherever the room is fetched. */
const KINDS: readonly DeviceKind[] = ['microphone', 'camera', 'output']

/** Whose devices they are: a call's, or those tried before one. */
type HasDevices = Pick<CallMedia, 'own'>

interface DevicesProps {
  readonly media: CallMedia
  readonly push: PushToTalk
}

function Devices({ media, push }: DevicesProps) {
  const [opened, setOpened] = useState(false)
  return (
    <LazyPopover
      label={TEXT.devices}
      opened={opened}
      onChange={setOpened}
      position="top"
      width={300}
      trapFocus
      returnFocus
      target={
        <ActionIcon {...ROUND} aria-label={TEXT.devices} onClick={() => setOpened(!opened)}>
          <IconSettings {...ICON} />
        </ActionIcon>
      }
    >
      <div className={styles.devices}>
        <DeviceChoices media={media} />
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={push.isOn}
            onChange={(event) => push.set(event.currentTarget.checked)}
          />
          {TEXT.holdSpace}
        </label>
      </div>
    </LazyPopover>
  )
}

/** Which microphone, camera and loudspeaker, and how loud the microphone is. */
export function DeviceChoices({ media }: { media: HasDevices }) {
  return (
    <>
      {KINDS.map((kind) => (
        <DeviceChoice key={kind} kind={kind} media={media} />
      ))}
      <Level media={media} />
    </>
  )
}

function DeviceChoice({ kind, media }: { kind: DeviceKind; media: HasDevices }) {
  const known = useStore(media.own.store, (state) => state.known)
  const chosen = useStore(media.own.store, (state) => state.chosen[kind])
  const found = known.filter((one) => one.kind === kind)
  // A browser that can't choose a loudspeaker names none.
  if (kind === 'output' && found.length === 0) return null
  const isThere = found.some(({ id }) => id === chosen)
  return (
    <label className={styles.device}>
      {TEXT.device[kind]}
      <select
        value={isThere ? chosen : ''}
        onChange={(event) => {
          if (event.currentTarget.value !== '') void media.own.choose(kind, event.currentTarget.value)
        }}
      >
        {isThere ? null : <option value="">{TEXT.usual}</option>}
        {found.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

const LEVEL_MS = 100

/** Drawn past React: it changes ten times a second. */
function Level({ media }: { media: HasDevices }) {
  const { timers } = useServices()
  const bar = useRef<HTMLMeterElement>(null)
  useEffect(
    () =>
      timers.every(LEVEL_MS, () => {
        if (bar.current) bar.current.value = media.own.level()
      }),
    [timers, media],
  )
  return (
    <label className={styles.level}>
      {TEXT.level}
      <meter ref={bar} min={0} max={1} />
    </label>
  )
}
