import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ticketType } from '#shared/contract/ticket-entities.ts'
import { raiseTicket } from '#shared/contract/tickets.ts'
import type { TicketQuestion, TicketType } from '#shared/domain/ticket-guide.ts'
import { type RenderedStep, writeTranscript } from '#shared/domain/ticket-transcript.ts'
import { TICKET_TEXT } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { ApiError } from '../../../services/http/api-client.ts'
import { wordsOf } from '../queries.ts'
import { RAISE_TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'

const progress = z.object({
  type: z.nullable(ticketType),
  answers: z.array(z.string()),
  message: z.string(),
})
type Progress = z.output<typeof progress>
const NOTHING: Progress = { type: null, answers: [], message: '' }

function readProgress(text: string): Progress {
  try {
    return progress.parse(JSON.parse(text))
  } catch {
    return NOTHING
  }
}

/**
 * How far somebody is with raising a ticket. It is kept until it is sent, also over a reload.
 *
 * @param about where it begins, if it wasn't begun before: null asks what it is about, as does a type that isn't
 *   among `types`
 * @param questionsOf what is asked about a type
 */
export function useRaise(
  about: TicketType | null,
  types: readonly TicketType[],
  questionsOf: (type: TicketType) => readonly TicketQuestion[],
  onSent: (ticketID: number) => void,
) {
  const { api, notices, newID } = useServices()
  const queries = useQueryClient()
  const draft = useDraft('new')
  const [offered, setOffered] = useState(about)
  const begun = readProgress(draft.text)
  const kept: Progress = { ...begun, type: begun.type ?? types.find((type) => type === offered) ?? null }
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef({ what: '', key: '' })
  const steps = kept.type === null ? [] : questionsOf(kept.type)
  const save = (next: Partial<Progress>) => draft.set(JSON.stringify({ ...kept, ...next }))

  const send = async () => {
    const { type, message, answers } = kept
    if (type === null || busy) return
    if (message.trim() === '') return setProblem(TICKET_TEXT.enterMessage)
    const rendered = steps.map(
      (step, place): RenderedStep => ({ message: step.message, value: answers[place] ?? '' }),
    )
    const request = { ticketType: type, message, transcript: writeTranscript(rendered) }
    const what = JSON.stringify(request)
    if (key.current.what !== what) key.current = { what, key: newID() }
    setBusy(true)
    setProblem(null)
    try {
      const { id } = await api.call(raiseTicket, request, { quiet: true, idempotencyKey: key.current.key })
      draft.clear()
      notices.show('success', RAISE_TEXT.sent(id))
      void queries.invalidateQueries({ queryKey: ['tickets'] })
      onSent(id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    ...kept,
    steps,
    busy,
    problem,
    choose(type: TicketType | null) {
      setOffered(null)
      save({ type, answers: [] })
    },
    answer: (value: string) => save({ answers: [...kept.answers, value] }),
    /** Asks that question again, and those after it. */
    goBackTo: (place: number) => save({ answers: kept.answers.slice(0, place) }),
    write: (message: string) => save({ message }),
    send,
  }
}
