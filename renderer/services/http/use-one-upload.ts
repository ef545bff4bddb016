import { useEffect, useRef, useState } from 'react'
import { useServices } from '../context.tsx'
import { ApiError, reasonOf, type UploadOptions } from './api-client.ts'

interface OneUpload {
  /** What leaving would lose, for the question that holds the person back. */
  readonly lock: string
  /** Told where the person gave it up. */
  readonly onGivenUp?: (message: string) => void
}

/** One upload at a time: while it runs the person stays where they are; going all the same ends it. */
export function useOneUpload({ lock, onGivenUp }: OneUpload) {
  const { navigationLock } = useServices()
  /** From 0 to 1; null while nothing is uploaded. */
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (upload: (options: UploadOptions) => Promise<void>) => {
    const attempt = new AbortController()
    const { signal } = attempt
    running.current = attempt
    const unlock = navigationLock.lock(lock)
    // Not only once the call ends: who is sent away is not held by what they left.
    signal.addEventListener('abort', unlock)
    setProblem(null)
    setProgress(0)
    try {
      await upload({ quiet: true, signal, onProgress: setProgress })
    } catch (error) {
      if (error instanceof ApiError && error.failure === 'aborted') onGivenUp?.(error.message)
      else setProblem(reasonOf(error))
    } finally {
      unlock()
      setProgress(null)
    }
  }

  return {
    progress,
    problem,
    start,
    cancel: () => running.current?.abort(),
    forget: () => setProblem(null),
  }
}
