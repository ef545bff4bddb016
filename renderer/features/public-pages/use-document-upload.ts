import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { type openExpense, submitExpenseDocument } from '#shared/contract/public-pages.ts'
import { documentProblem } from '#shared/domain/expense-document.ts'
import { useServices } from '../../services/context.tsx'
import type { OpenLink } from './LinkScreen.tsx'
import { deathOf, wordsOf } from './link-state.ts'

/** Hands in documents, one at a time, with their progress. Leaving the screen gives one under way up. */
export function useDocumentUpload({ token, onChange, onDead }: OpenLink<ResponseOf<typeof openExpense>>) {
  const { api } = useServices()
  const [uploading, setUploading] = useState<string | null>(null)
  const [progress, setProgress] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [received, setReceived] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (document: File) => {
    const attempt = new AbortController()
    running.current = attempt
    setUploading(document.name)
    setProgress(0)
    try {
      const options = { quiet: true, signal: attempt.signal, onProgress: setProgress }
      onChange(await api.upload(submitExpenseDocument, { token, document }, options))
      setReceived(document.name)
    } catch (error) {
      const why = deathOf(error)
      if (why === null) setProblem(wordsOf(error))
      else onDead(why)
    } finally {
      setUploading(null)
    }
  }

  return {
    /** The name of what is being uploaded; null where nothing is. */
    uploading,
    /** From 0 to 1. */
    progress,
    problem,
    /** The name of what arrived last. */
    received,
    upload: async (file: File) => {
      const unfit = documentProblem(file)
      setProblem(unfit)
      setReceived(null)
      if (unfit === null) await send(file)
    },
    cancel: () => running.current?.abort(),
  }
}
