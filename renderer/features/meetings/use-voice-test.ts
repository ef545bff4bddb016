import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../services/context.tsx'

/** How long somebody speaks before they hear themselves, in milliseconds. */
const RECORD_MS = 3000

export type VoiceTestState = 'IDLE' | 'RECORDING' | 'PLAYING' | 'HEARD' | 'FAILED'

/**
 * Three seconds of the microphone, played back through the chosen loudspeaker. What was recorded stays in the page, and
 * is gone with it.
 */
export function useVoiceTest(
  voice: MediaStreamTrack | null,
  output: string | undefined,
): { readonly state: VoiceTestState; readonly start: () => void } {
  const { timers } = useServices()
  const [state, setState] = useState<VoiceTestState>('IDLE')
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const start = useCallback(() => {
    end.current()
    if (!voice || !('MediaRecorder' in window)) return setState('FAILED')
    let isOver = false
    const parts: Blob[] = []
    const recorder = new MediaRecorder(new MediaStream([voice]))
    recorder.ondataavailable = ({ data }) => void parts.push(data)
    recorder.onstop = () => {
      if (!isOver) play()
    }
    const play = () => {
      const address = URL.createObjectURL(new Blob(parts, { type: recorder.mimeType }))
      const player: HTMLAudioElement & { setSinkId?: (id: string) => Promise<void> } = new Audio(address)
      const over = (next: VoiceTestState) => {
        URL.revokeObjectURL(address)
        if (!isOver) setState(next)
      }
      player.onended = () => over('HEARD')
      player.onerror = () => over('FAILED')
      end.current = () => {
        isOver = true
        player.pause()
        over('IDLE')
      }
      setState('PLAYING')
      // One that is gone by now plays through the system's own.
      void Promise.resolve(output === undefined ? null : player.setSinkId?.(output))
        .catch(() => {})
        .then(() => player.play())
        .catch(() => over('FAILED'))
    }
    const stopWaiting = timers.after(RECORD_MS, () => recorder.stop())
    end.current = () => {
      isOver = true
      stopWaiting()
      if (recorder.state !== 'inactive') recorder.stop()
    }
    recorder.start()
    setState('RECORDING')
  }, [voice, output, timers])
  return { state, start }
}
