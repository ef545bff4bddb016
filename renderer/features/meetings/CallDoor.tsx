import { Button } from '@mantine/core'
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPlayerRecord,
  IconVideo,
  IconVideoOff,
  IconVolume,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { browserMedia } from '../../services/calls/media/browser-media.ts'
import { OwnDevices } from '../../services/calls/media/own-devices.ts'
import { useServices } from '../../services/context.tsx'
import { loadMediaLab } from '../hardware/index.ts'
import { DeviceChoices } from './CallControls.tsx'
import styles from './CallDoor.module.css'
import { CALL_ROOM_TEXT, DOOR_TEXT as TEXT } from './call-text.ts'
import { type CallWishes, deviceChoices } from './use-call-media.ts'
import { useVoiceTest } from './use-voice-test.ts'

interface CallDoorProps {
  /** What the button says by which they go in. */
  readonly join: string
  readonly onJoin: (wishes: CallWishes) => void
  /** What else they are asked, such as a visitor's name. */
  readonly children?: ReactNode
}

/** A look in the mirror before a meeting: camera, microphone and loudspeaker, each with a try of its own. */
export function CallDoor({ join, onJoin, children }: CallDoorProps) {
  const door = useDoor()
  if (!door) return null
  return <Door {...door} {...{ join, onJoin, children }} />
}

interface OpenDoor {
  readonly own: OwnDevices
  /** What the camera sees, and what the microphone hears. */
  readonly tracks: Partial<Record<'microphone' | 'camera', MediaStreamTrack | null>>
}

function Door({ own, tracks, join, onJoin, children }: OpenDoor & CallDoorProps) {
  const { desktop } = useServices()
  const microphone = useStore(own.store, (state) => state.microphone)
  const camera = useStore(own.store, (state) => state.camera)
  const [isMuted, setMuted] = useState(false)
  const hasCamera = camera === 'ON' || camera === 'STARTING'
  const isHeard = microphone === 'ON' && !isMuted
  const button = { variant: 'default', size: 'compact-md' } as const
  return (
    <form
      className={styles.door}
      aria-label={TEXT.door}
      onSubmit={(event) => {
        event.preventDefault()
        onJoin({ isMuted, hasCamera })
      }}
    >
      <div className={styles.mirror}>
        {tracks.camera ? <Mirror track={tracks.camera} /> : <p>{TEXT.cameraIsOff}</p>}
      </div>
      <div className={styles.fields}>
        {children}
        <div className={styles.row}>
          <Button
            {...button}
            aria-pressed={isHeard}
            disabled={microphone !== 'ON'}
            leftSection={isHeard ? <IconMicrophone size={17} /> : <IconMicrophoneOff size={17} />}
            onClick={() => setMuted(!isMuted)}
          >
            {isMuted ? TEXT.goMuted : TEXT.goHeard}
          </Button>
          <Button
            {...button}
            aria-pressed={hasCamera}
            leftSection={hasCamera ? <IconVideo size={17} /> : <IconVideoOff size={17} />}
            onClick={() => (hasCamera ? own.off('camera') : void own.open('camera'))}
          >
            {hasCamera ? CALL_ROOM_TEXT.cameraOff : CALL_ROOM_TEXT.cameraOn}
          </Button>
        </div>
        {(['microphone', 'camera'] as const).map((kind) => {
          const state = kind === 'microphone' ? microphone : camera
          return state === 'OFF' || state === 'STARTING' || state === 'ON' ? null : (
            <p key={kind} role="status" className={styles.trouble}>
              {CALL_ROOM_TEXT.noDevice(kind, state, desktop.version !== null)}
            </p>
          )
        })}
        <div className={styles.devices}>
          <DeviceChoices media={{ own }} />
        </div>
        <Tries own={own} voice={tracks.microphone ?? null} />
        <Button type="submit" color="pine">
          {join}
        </Button>
        <p className={styles.hint}>{CALL_ROOM_TEXT.notRecorded}</p>
      </div>
    </form>
  )
}

/** Hearing oneself, and hearing at all. */
function Tries({ own, voice }: { own: OwnDevices; voice: MediaStreamTrack | null }) {
  const output = useStore(own.store, (state) => state.chosen.output)
  const test = useVoiceTest(voice, output)
  const [tone, setTone] = useState<'IDLE' | 'PLAYING' | 'FAILED'>('IDLE')
  const play = async () => {
    setTone('PLAYING')
    try {
      const createMediaLab = await loadMediaLab()
      await createMediaLab(window).playTone(output)
      setTone('IDLE')
    } catch {
      setTone('FAILED')
    }
  }
  const button = { variant: 'default', size: 'compact-sm' } as const
  return (
    <>
      <div className={styles.row}>
        <Button
          {...button}
          disabled={!voice || test.state === 'RECORDING' || test.state === 'PLAYING'}
          leftSection={<IconPlayerRecord size={15} />}
          onClick={test.start}
        >
          {TEXT.tryMicrophone}
        </Button>
        <Button
          {...button}
          disabled={tone === 'PLAYING'}
          leftSection={<IconVolume size={15} />}
          onClick={() => void play()}
        >
          {TEXT.trySound}
        </Button>
      </div>
      <p role="status" className={styles.hint}>
        {tone === 'FAILED' ? TEXT.noSound : TEXT.voice[test.state]}
      </p>
    </>
  )
}

function Mirror({ track }: { track: MediaStreamTrack }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = new MediaStream([track])
  }, [track])
  return <video ref={video} autoPlay muted playsInline aria-label={TEXT.mirror} />
}

/** The person's devices for as long as they stand at the door; null until the page has opened them. */
function useDoor(): OpenDoor | null {
  const { storage } = useServices()
  const [own, setOwn] = useState<OwnDevices | null>(null)
  const [tracks, setTracks] = useState<OpenDoor['tracks']>({})
  useEffect(() => {
    const { close, devices, meterOf } = browserMedia(window)
    const made = new OwnDevices({
      ...{ devices, meterOf },
      choices: deviceChoices(storage),
      onTrack: (kind, track) => setTracks((before) => ({ ...before, [kind]: track })),
    })
    setOwn(made)
    void made.open('microphone')
    return () => {
      made.close()
      close()
    }
  }, [storage])
  return own && { own, tracks }
}
