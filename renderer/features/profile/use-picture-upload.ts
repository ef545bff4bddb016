import { useEffect, useRef, useState } from 'react'
import { updateProfilePicture } from '#shared/contract/people.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { PICTURE_DIALOG_TEXT } from './text.ts'

/** Uploads the person's picture; while it runs, they stay where they are. Leaving the screen gives it up. */
export function usePictureUpload(onDone: () => void) {
  const { api, notices, navigationLock, session } = useServices()
  const { avatars } = useSignedIn()
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const told = (error: unknown) => {
    if (error instanceof ApiError && error.failure === 'aborted') notices.show('warning', error.message)
    else setProblem(reasonOf(error))
  }

  const upload = async (picture: File) => {
    const attempt = new AbortController()
    const { signal } = attempt
    running.current = attempt
    const unlock = navigationLock.lock(PICTURE_DIALOG_TEXT.lock)
    // Not only once the call ends: who is sent away is not held by what they left.
    signal.addEventListener('abort', unlock)
    setProblem(null)
    setProgress(0)
    try {
      await api.upload(updateProfilePicture, { picture }, { quiet: true, signal, onProgress: setProgress })
      const { user } = session.store.getState()
      if (user) avatars.refresh(user.id)
      notices.show('success', PICTURE_DIALOG_TEXT.updated)
      onDone()
    } catch (error) {
      told(error)
    } finally {
      unlock()
      setProgress(null)
    }
  }

  return {
    /** From 0 to 1 while an upload runs, else null. */
    progress,
    problem,
    upload,
    cancel: () => running.current?.abort(),
    forget: () => setProblem(null),
  }
}
