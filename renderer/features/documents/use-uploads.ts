import { useEffect, useRef, useState } from 'react'
import { type DocumentInfo, uploadDocument } from '#shared/contract/documents.ts'
import { documentProblem } from '#shared/domain/documents.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import { DOCUMENTS_TEXT } from './text.ts'

/** A file on its way, or one that didn't make it. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed; null while it runs. */
  readonly problem: string | null
}

/** Uploads files side by side, each with its progress; while one runs the person stays where they are. */
export function useUploads(onUploaded: (info: DocumentInfo) => void) {
  const { api, notices, navigationLock, newID } = useServices()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = running.current
    return () => {
      for (const attempt of all.values()) attempt.abort()
    }
  }, [])

  const update = (id: string, change: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const drop = (id: string) => setUploads((all) => all.filter((one) => one.id !== id))

  const failed = (id: string, error: unknown) => {
    const message = reasonOf(error)
    if (!(error instanceof ApiError) || error.failure !== 'aborted') return update(id, { problem: message })
    notices.show('warning', message)
    drop(id)
  }
  const upload = async (file: File) => {
    const id = newID()
    const problem = documentProblem(file)
    setUploads((all) => [...all, { id, name: file.name, progress: 0, problem }])
    if (problem !== null) return
    const attempt = new AbortController()
    const { signal } = attempt
    running.current.set(id, attempt)
    const unlock = navigationLock.lock(DOCUMENTS_TEXT.lock)
    signal.addEventListener('abort', unlock)
    try {
      const onProgress = (progress: number) => update(id, { progress })
      onUploaded(await api.upload(uploadDocument, { file }, { quiet: true, signal, onProgress }))
      drop(id)
    } catch (error) {
      failed(id, error)
    } finally {
      unlock()
      running.current.delete(id)
    }
  }

  return {
    uploads,
    start: (files: Iterable<File>) => {
      for (const file of files) void upload(file)
    },
    cancel: (id: string) => running.current.get(id)?.abort(),
    dismiss: drop,
  }
}
