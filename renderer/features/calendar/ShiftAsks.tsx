import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerShiftRequest, myShiftRequests, type ShiftRequest } from '#shared/contract/shift-requests.ts'
import { answerShift } from '#shared/contract/shifts.ts'
import { isOpenRequest, SHIFT_REQUEST_STATE_WORDS } from '#shared/domain/shift-requests.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { RequestTalkButton, RequestTalkDialog } from '../request-talk/index.ts'
import styles from './Calendar.module.css'
import { CARD_WORDS, SHIFT_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'
import { londonSpan } from './when.ts'

/** Requests about shifts that wait: for one's word, or for somebody else's (spec 4 §4.2.2). */
export function ShiftAsks() {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<number | null>(null)
  const [talk, setTalk] = useState<{ readonly id: number; readonly what: string } | null>(null)
  const { data } = useQuery({
    queryKey: [CALENDAR_KEY, 'shift-requests'],
    queryFn: ({ signal }) => api.call(myShiftRequests, {}, { quiet: true, signal }),
  })
  const toMe = data?.toMe ?? []
  const own = (data?.asked ?? []).filter(({ state }) => isOpenRequest(state))
  const proposed = (data?.asked ?? []).flatMap(({ proposed: one, ...request }) =>
    one === null || one.shiftVersion === null ? [] : [{ ...request, times: one, version: one.shiftVersion }],
  )
  const say = async (id: number, what: () => Promise<unknown>, done: string) => {
    setBusy(id)
    try {
      await what()
      notices.show('success', done)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setBusy(null)
    await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
  }
  const answer = ({ id }: ShiftRequest, state: 'ACCEPTED' | 'REFUSED' | 'CANCELLED') =>
    say(id, () => api.call(answerShiftRequest, { id, state }, { quiet: true }), WORDS.answered[state])
  const answerProposal = ({ id, shiftID, version }: (typeof proposed)[number], isAgreed: boolean) =>
    say(
      id,
      () => api.call(answerShift, { id: shiftID, version, isAgreed }, { quiet: true }),
      CARD_WORDS.answered(isAgreed),
    )
  const wordsOf = (request: ShiftRequest) => {
    const { type, by, to, shift, other, wanted, splitAt } = request
    return WORDS.line(type, {
      ...{ by: by.name, to: to?.name ?? '', shift: londonSpan(shift) },
      other: other === null ? '' : londonSpan(other),
      wanted: wanted === null ? '' : londonSpan(wanted),
      split: splitAt === null ? '' : (londonSpan({ start: splitAt, end: splitAt }).split(' – ')[0] ?? ''),
    })
  }
  const talkButton = (id: number, what: string) => (
    <RequestTalkButton
      {...{ kind: 'shift', id, what, size: 'compact-sm' }}
      isSubtle
      onOpen={() => setTalk({ id, what })}
    />
  )
  const isEmpty = toMe.length + own.length + proposed.length === 0
  return (
    <>
      {isEmpty ? null : (
        <section className={styles.asks} aria-label={WORDS.asks}>
          <ul>
            {toMe.map((request) => (
              <li key={request.id} data-mine>
                <span>
                  {WORDS.toYou(
                    request.type,
                    request.by.name,
                    londonSpan(request.shift),
                    request.other === null ? '' : londonSpan(request.other),
                  )}
                  <small>{request.reason}</small>
                </span>
                {request.type === 'DROP' ? null : talkButton(request.id, request.reason)}
                <Button
                  size="compact-sm"
                  loading={busy === request.id}
                  onClick={() => void answer(request, 'ACCEPTED')}
                >
                  {WORDS.accept}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busy === request.id}
                  onClick={() => void answer(request, 'REFUSED')}
                >
                  {WORDS.refuse}
                </Button>
              </li>
            ))}
            {proposed.map((request) => (
              <li key={request.id} data-mine>
                <span>
                  {WORDS.proposed(
                    request.decidedBy ?? '',
                    londonSpan(request.times),
                    londonSpan(request.shift),
                  )}
                  <small>{request.decisionNote}</small>
                </span>
                {talkButton(request.id, request.reason)}
                <Button
                  size="compact-sm"
                  loading={busy === request.id}
                  onClick={() => void answerProposal(request, true)}
                >
                  {CARD_WORDS.agree}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busy === request.id}
                  onClick={() => void answerProposal(request, false)}
                >
                  {CARD_WORDS.keep}
                </Button>
              </li>
            ))}
            {own.map((request) => (
              <li key={request.id}>
                <span>
                  {wordsOf(request)}
                  <small>{SHIFT_REQUEST_STATE_WORDS[request.state]}</small>
                </span>
                {talkButton(request.id, wordsOf(request))}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  disabled={busy === request.id}
                  onClick={() => void answer(request, 'CANCELLED')}
                >
                  {WORDS.withdraw}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {/* What one talks about stays open when somebody decides on it meanwhile. */}
      {talk ? <RequestTalkDialog kind="shift" {...talk} onClose={() => setTalk(null)} /> : null}
    </>
  )
}
