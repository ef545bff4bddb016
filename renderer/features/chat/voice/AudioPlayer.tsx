import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { TEXT } from './text.ts'
import styles from './Voice.module.css'
import { clock } from './voice-note-name.ts'

const RATES = [1, 1.5, 2] as const

interface AudioPlayerProps {
  /** Null until it is wanted; it then plays as soon as it is there. */
  readonly src: string | null
  /** The length in milliseconds, where it is known before the recording is. */
  readonly knownMs: number | null
  readonly label: string
  /** Play was pressed and there is no `src` yet. */
  readonly onWanted?: () => void
  readonly onFailed?: () => void
}

/** A small player: play, place, time, speed. */
export function AudioPlayer({ src, knownMs, label, onWanted, onFailed }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [wanted, setWanted] = useState(false)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [measured, setMeasured] = useState<number | null>(null)
  const [rate, setRate] = useState<number>(RATES[0])
  const length = measured ?? knownMs ?? 0
  useEffect(() => {
    if (wanted && src !== null) audio.current?.play().catch(() => onFailed?.())
  }, [wanted, src, onFailed])
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = rate
  }, [rate])

  const toggle = () => {
    if (playing) return audio.current?.pause()
    if (src === null) {
      setWanted(true)
      onWanted?.()
    } else audio.current?.play().catch(() => onFailed?.())
  }
  const seek = (ms: number) => {
    setAt(ms)
    if (audio.current) audio.current.currentTime = ms / 1000
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div className={styles.player} role="group" aria-label={label}>
      <audio
        ref={audio}
        {...(src === null ? {} : { src })}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => {
          setPlaying(false)
          setWanted(false)
          setAt(0)
        }}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime * 1000)}
        // A recording doesn't say how long it is: its length is then infinite.
        onDurationChange={({ currentTarget: { duration } }) =>
          setMeasured(Number.isFinite(duration) && duration > 0 ? duration * 1000 : null)
        }
        onError={() => onFailed?.()}
      />
      <ActionIcon
        variant="filled"
        radius="xl"
        size={34}
        loading={wanted && src === null}
        aria-label={playing ? TEXT.pause : TEXT.play}
        onClick={toggle}
      >
        {playing ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <input
        className={styles.place}
        type="range"
        min={0}
        max={Math.max(length, at, 1)}
        step={100}
        value={at}
        disabled={src === null}
        aria-label={TEXT.position}
        aria-valuetext={clock(at)}
        onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
      />
      <span className={styles.time}>{at > 0 || playing ? clock(at) : length > 0 ? clock(length) : ''}</span>
      <UnstyledButton
        className={styles.rate ?? ''}
        aria-label={TEXT.playbackSpeed(rate)}
        onClick={() => setRate(RATES[(RATES.indexOf(rate as 1) + 1) % RATES.length] ?? RATES[0])}
      >
        {rate}×
      </UnstyledButton>
    </div>
  )
}
