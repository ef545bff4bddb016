import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaProblem } from '#shared/domain/device-fitness.ts'
import type { Timers } from '../../../ui/timers.ts'
import { type MediaLab, mediaProblemOf, type OpenMicrophone } from './media-lab.ts'

const METER_MS = 60
/** From this level on somebody is heard. */
const HEARD_LEVEL = 0.12
/** So many readings at it, not one: a plug that clicks is no voice. */
const HEARD_READINGS = 5
/** After this long without a voice the person is told. */
const QUIET_AFTER_MS = 8000

export type MicrophoneState =
  | { readonly at: 'idle' | 'asking' }
  | { readonly at: 'listening'; readonly label: string; readonly heard: boolean; readonly quiet: boolean }
  | { readonly at: 'heard' | 'unheard'; readonly label: string }
  | { readonly at: 'failed'; readonly problem: MediaProblem }

/** The microphone's test: it listens until a voice was heard and the person stops it. */
export function useMicrophone(lab: MediaLab, timers: Timers, onOpened: () => void) {
  const [state, setState] = useState<MicrophoneState>({ at: 'idle' })
  const [level, setLevel] = useState(0)
  const ends = useRef<(() => void)[]>([])
  const wanted = useRef(0)

  const end = useCallback(() => {
    wanted.current++
    for (const one of ends.current) one()
    ends.current = []
    setLevel(0)
  }, [])
  useEffect(() => end, [end])

  const listen = useCallback(
    (microphone: OpenMicrophone) => {
      let loud = 0
      const measure = () => {
        const now = microphone.level()
        setLevel(now)
        if (now >= HEARD_LEVEL) loud++
        if (loud === HEARD_READINGS) change({ heard: true, quiet: false })
      }
      const change = (changes: { heard?: boolean; quiet?: boolean }) =>
        setState((before) => (before.at === 'listening' ? { ...before, ...changes } : before))
      ends.current = [
        () => microphone.stop(),
        timers.every(METER_MS, measure),
        timers.after(QUIET_AFTER_MS, () => {
          if (loud < HEARD_READINGS) change({ quiet: true })
        }),
      ]
      setState({ at: 'listening', label: microphone.label, heard: false, quiet: false })
    },
    [timers],
  )

  const start = useCallback(async () => {
    end()
    const turn = wanted.current
    setState({ at: 'asking' })
    try {
      const microphone = await lab.openMicrophone()
      // The person went away while the browser asked.
      if (turn !== wanted.current) return microphone.stop()
      listen(microphone)
      onOpened()
    } catch (error) {
      if (turn === wanted.current) setState({ at: 'failed', problem: mediaProblemOf(error) })
    }
  }, [lab, listen, end, onOpened])

  const stop = useCallback(() => {
    end()
    setState((before) =>
      before.at === 'listening'
        ? { at: before.heard ? 'heard' : 'unheard', label: before.label }
        : { at: 'idle' },
    )
  }, [end])

  return { state, level, start, stop }
}
