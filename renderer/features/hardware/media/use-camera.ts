import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaProblem } from '#shared/domain/device-fitness.ts'
import { type MediaLab, mediaProblemOf, type OpenCamera } from './media-lab.ts'

export type CameraState =
  | { readonly at: 'idle' | 'asking' }
  | { readonly at: 'showing'; readonly camera: OpenCamera }
  | { readonly at: 'seen'; readonly label: string }
  | { readonly at: 'failed'; readonly problem: MediaProblem }

/** The camera's test: the person looks at themselves. It is off again when they leave. */
export function useCamera(lab: MediaLab) {
  const [state, setState] = useState<CameraState>({ at: 'idle' })
  const open = useRef<OpenCamera | null>(null)
  const wanted = useRef(0)

  const end = useCallback(() => {
    wanted.current++
    open.current?.stop()
    open.current = null
  }, [])
  useEffect(() => end, [end])

  const start = useCallback(async () => {
    end()
    const turn = wanted.current
    setState({ at: 'asking' })
    try {
      const camera = await lab.openCamera()
      if (turn !== wanted.current) return camera.stop()
      open.current = camera
      setState({ at: 'showing', camera })
    } catch (error) {
      if (turn === wanted.current) setState({ at: 'failed', problem: mediaProblemOf(error) })
    }
  }, [lab, end])

  const stop = useCallback(() => {
    end()
    setState((before) =>
      before.at === 'showing' ? { at: 'seen', label: before.camera.label } : { at: 'idle' },
    )
  }, [end])

  return { state, start, stop }
}
