import { useCallback, useState } from 'react'
import type { MediaLab } from './media-lab.ts'

export type SpeakersState = 'idle' | 'playing' | 'asking' | 'heard' | 'unheard' | 'failed'

/** The loudspeakers' test: a tone, and the person says whether they heard it. */
export function useSpeakers(lab: MediaLab) {
  const [state, setState] = useState<SpeakersState>('idle')
  const play = useCallback(async () => {
    setState('playing')
    try {
      await lab.playTone()
      setState('asking')
    } catch {
      setState('failed')
    }
  }, [lab])
  const answer = useCallback((heard: boolean) => setState(heard ? 'heard' : 'unheard'), [])
  return { state, play, answer }
}
