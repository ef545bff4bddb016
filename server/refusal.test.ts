import { expect, test } from 'vitest'
import { type RefusalCode, wordRefusal } from '#shared/texts/refusal.ts'
import { refusals } from '#shared/texts/refusals/en-GB.ts'
import { Refusal, TooMany } from './refusal.ts'

test('a refusal says the English words of its code, and a client can say them from what went out', () => {
  const refusal = new Refusal(409, 'systemIssue.revokedBefore', { name: 'Priya Nair' })
  expect(refusal.value).toBe('This record was revoked by Priya Nair before.')
  const { code, params } = JSON.parse(JSON.stringify(refusal)) as { code: string; params: unknown }
  expect(wordRefusal(refusals, code, params)).toBe(refusal.value)
})

test('where it is not known who did it, the words have somebody', () => {
  expect(new Refusal(409, 'systemIssue.revokedBefore', { name: null }).value).toBe(
    'This record was revoked by somebody before.',
  )
  expect(new Refusal(409, 'ticket.resolvedMeanwhile', { ticketID: 7, name: null }).value).toBe(
    'Ticket 7 was resolved by somebody in the meantime.',
  )
})

test('a sentence, an unknown code, missing params and needless ones do not compile', () => {
  // @ts-expect-error a sentence is no code
  expect(new Refusal(400, 'This call is over.').code).toBe('This call is over.')
  // @ts-expect-error no words for nothing
  const missing = () => new Refusal(400, 'note.full')
  // @ts-expect-error another code's params
  const others = new Refusal(400, 'note.full', { name: 'Priya Nair' })
  // @ts-expect-error the words are always the same
  const needless = new Refusal(400, 'call.over', { max: 3 })
  expect([others.code, needless.value, typeof missing]).toEqual([
    'note.full' satisfies RefusalCode,
    'This call is over.',
    'function',
  ])
})

test('who tries too often is told from when on to try again, in whole seconds, never too early', () => {
  expect(new TooMany('speedTest.tooMany', 1001)).toMatchObject({ status: 429, retryAfterSeconds: 2 })
})
