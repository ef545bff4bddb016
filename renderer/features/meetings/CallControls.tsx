import { ActionIcon } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff, IconSettings, IconVideo, IconVideoOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CallMedia } from '../../services/calls/media/call-media.ts'
import type { DeviceKind } from '../../services/calls/media/own-devices.ts'
import { useServices } from '../../services/context.tsx'
import { Hint } from '../../ui/Hint.tsx'
import { LazyPopover } from '../../ui/LazyPopover.tsx'
import styles from './CallRoom.module.css'
import { CALL_ROOM_TEXT as TEXT } from './call-text.ts'
import type { PushToTalk } from './use-push-to-talk.ts'

interface CallControlsProps {
  readonly media: CallMedia
  readonly push: PushToTalk
}

/** The person's own microphone and camera, and their devices. */
export function CallControls({ media, push }: CallControlsProps) {
  const isMuted = useStore(media.store, (state) => state.isMuted)
  const isTalking = useStore(media.store, (state) => state.isTalking)
  const speaksMuted = useStore(media.store, (state) => state.isMuted && state.isSpeaking && !state.isTalking)
  const microphone = useStore(media.own.store, (state) => state.microphone)
  const camera = useStore(media.own.store, (state) => state.camera)
  const isOff = isMuted && !isTalking
  const muteName = isMuted ? TEXT.unmute : TEXT.mute
  const isCameraOn = camera === 'ON' || camera === 'STARTING'
  const cameraName = isCameraOn ? TEXT.cameraOff : TEXT.cameraOn
  const round = { size: 40, radius: 'xl', variant: 'default' } as const
  return (
    <fieldset className={styles.controls}>
      <legend className="visually-hidden">{TEXT.controls}</legend>
      <Hint label={muteName}>
        <ActionIcon
          {...round}
          className={styles.round}
          data-off={isOff || microphone !== 'ON'}
          aria-label={muteName}
          loading={microphone === 'STARTING'}
          disabled={microphone !== 'ON'}
          onClick={() => media.mute(!isMuted)}
        >
          {isOff || microphone !== 'ON' ? (
            <IconMicrophoneOff size={19} stroke={1.7} />
          ) : (
            <IconMicrophone size={19} stroke={1.7} />
          )}
        </ActionIcon>
      </Hint>
      <Hint label={cameraName}>
        <ActionIcon
          {...round}
          className={styles.round}
          data-off={!isCameraOn}
          aria-label={cameraName}
          loading={camera === 'STARTING'}
          onClick={() => void media.turnCamera(!isCameraOn)}
        >
          {isCameraOn ? <IconVideo size={19} stroke={1.7} /> : <IconVideoOff size={19} stroke={1.7} />}
        </ActionIcon>
      </Hint>
      <Devices media={media} push={push} />
      <span className={styles.note} role="status">
        {isTalking ? TEXT.heldToTalk : speaksMuted ? TEXT.muted : ''}
      </span>
    </fieldset>
  )
}

/** Of plain fields: the kit's would come along wherever the room is fetched. */
const KINDS: readonly DeviceKind[] = ['microphone', 'camera', 'output']

function Devices({ media, push }: CallControlsProps) {
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
        <ActionIcon
          size={40}
          radius="xl"
          variant="default"
          className={styles.round}
          aria-label={TEXT.devices}
          onClick={() => setOpened(!opened)}
        >
          <IconSettings size={19} stroke={1.7} />
        </ActionIcon>
      }
    >
      <div className={styles.devices}>
        {KINDS.map((kind) => (
          <DeviceChoice key={kind} kind={kind} media={media} />
        ))}
        <Level media={media} />
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

function DeviceChoice({ kind, media }: { kind: DeviceKind; media: CallMedia }) {
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
function Level({ media }: { media: CallMedia }) {
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
