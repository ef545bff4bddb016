import { useEffect, useRef, useState } from 'react'
import { type QcReview, saveReview } from '#shared/contract/qc.ts'
import type { ItemAnswer } from '#shared/domain/quality.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import type { SavedState } from '../../ui/SavedMark.tsx'

/** A draft is kept so long after the last change, in milliseconds. */
const KEEP_MS = 700
/** What couldn't be kept is tried again so long after. */
const RETRY_MS = 5000

export interface Draft {
  readonly answers: readonly ItemAnswer[]
  readonly feedback: string
  readonly actionText: string
}

/** What is filled in of a review, which keeps by itself (spec 4 §4.4.3). */
export function useDraft(review: QcReview) {
  const { api, timers } = useServices()
  const [draft, setDraft] = useState<Draft>({
    answers: review.answers,
    feedback: review.feedback,
    actionText: review.actionText,
  })
  const [saving, setSaving] = useState<SavedState>('saved')
  const [problem, setProblem] = useState<string | null>(null)
  const version = useRef(review.version)
  const latest = useRef(draft)
  const kept = useRef(draft)
  const cancel = useRef<(() => void) | null>(null)
  const running = useRef<Promise<void> | null>(null)

  const keep = async (): Promise<void> => {
    cancel.current?.()
    cancel.current = null
    await running.current
    if (kept.current === latest.current) return
    const sent = latest.current
    setSaving('saving')
    running.current = (async () => {
      try {
        const { answers, feedback, actionText } = sent
        const body = { id: review.id, version: version.current, answers: [...answers], feedback, actionText }
        const saved = await api.call(saveReview, body, { quiet: true })
        version.current = saved.version
        kept.current = sent
        setProblem(null)
        setSaving(latest.current === sent ? 'saved' : 'unsaved')
      } catch (error) {
        setProblem(reasonOf(error))
        setSaving('unsaved')
        cancel.current = timers.after(RETRY_MS, () => void keep())
      }
    })()
    await running.current
    running.current = null
  }
  const change = (next: Partial<Draft>) => {
    latest.current = { ...latest.current, ...next }
    setDraft(latest.current)
    setSaving('unsaved')
    cancel.current?.()
    cancel.current = timers.after(KEEP_MS, () => void keep())
  }
  const end = useRef(keep)
  useEffect(() => {
    end.current = keep
  })
  // What was typed a moment before the page is left is kept, too.
  useEffect(() => () => void end.current(), [])
  return {
    ...{ draft, change, keep, saving, problem },
    /** As it goes with a submission. */
    toSubmit: () => ({
      ...{ id: review.id, version: version.current },
      answers: [...latest.current.answers],
      ...{ feedback: latest.current.feedback, actionText: latest.current.actionText },
    }),
    submitted: () => {
      kept.current = latest.current
    },
  }
}
