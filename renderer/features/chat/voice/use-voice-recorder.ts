import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import {
  extensionOf,
  type VoiceLab,
  type VoiceProblem,
  type VoiceRecording,
  voiceProblemOf,
} from './voice-lab.ts'
import { voiceNoteName } from './voice-note-name.ts'

/** How often level and time are read, in milliseconds. */
export const METER_MS = 100
/** Readings that the meter shows. */
const LEVELS = 48

export interface VoiceNote {
  readonly file: File
  /** Its length in milliseconds. */
  readonly ms: number
}

export type RecorderState =
  | { readonly at: 'asking' }
  | { readonly at: 'failed'; readonly problem: VoiceProblem }
  | { readonly at: 'recording' | 'paused' }
  | { readonly at: 'ready'; readonly note: VoiceNote; readonly broken: boolean }

/** Where the recording is, without React: a page that is left may have to end it. */
interface Session {
  readonly recording: VoiceRecording
  ms: number
  running: boolean
}

/**
 * Records a voice note from the moment it is used. What is neither sent nor discarded when the
 * screen goes is handed to `onLeft`.
 */
export function useVoiceRecorder(lab: VoiceLab, onLeft: (note: VoiceNote) => void) {
  const { timers } = useServices()
  const [state, setState] = useState<RecorderState>({ at: 'asking' })
  const [meter, setMeter] = useState<{ ms: number; levels: readonly number[] }>({ ms: 0, levels: [] })
  const session = useRef<Session | null>(null)
  const note = useRef<VoiceNote | null>(null)
  const left = useRef(onLeft)
  useEffect(() => {
    left.current = onLeft
  })

  const finish = useCallback(async (broken = false) => {
    const current = session.current
    if (!current) return
    session.current = null
    note.current = await noteOf(current)
    setState({ at: 'ready', note: note.current, broken })
  }, [])

  const start = useCallback(
    async (isLeft: () => boolean) => {
      setState({ at: 'asking' })
      try {
        const recording = await lab.record()
        // The person went away while the browser asked.
        if (isLeft()) return void recording.stop()
        session.current = { recording, ms: 0, running: true }
        recording.onBroken(() => void finish(true))
        setState({ at: 'recording' })
      } catch (error) {
        if (!isLeft()) setState({ at: 'failed', problem: voiceProblemOf(error) })
      }
    },
    [lab, finish],
  )

  useEffect(() => {
    let gone = false
    void start(() => gone)
    const end = timers.every(METER_MS, () => {
      const current = session.current
      if (!current?.running) return
      current.ms += METER_MS
      const level = current.recording.level()
      setMeter(({ levels }) => ({ ms: current.ms, levels: [...levels, level].slice(-LEVELS) }))
    })
    return () => {
      gone = true
      end()
      const current = session.current
      session.current = null
      if (current) void noteOf(current).then((made) => left.current(made))
      else if (note.current) left.current(note.current)
    }
  }, [start, timers])

  const run = (running: boolean) => {
    const current = session.current
    if (!current) return
    current.running = running
    if (running) current.recording.resume()
    else current.recording.pause()
    setState({ at: running ? 'recording' : 'paused' })
  }
  return {
    state,
    meter,
    pause: () => run(false),
    resume: () => run(true),
    stop: () => void finish(),
    /** Asks for the microphone anew, after it couldn't be had. */
    tryAgain: () => void start(() => false),
    /** It was sent, or isn't wanted: nothing is left to be handed over. */
    drop() {
      const current = session.current
      session.current = null
      note.current = null
      void current?.recording.stop()
    },
  }
}

async function noteOf({ recording, ms }: Session): Promise<VoiceNote> {
  const blob = await recording.stop()
  const name = voiceNoteName(ms, extensionOf(blob.type))
  return { file: new File([blob], name, { type: blob.type }), ms }
}
