import { expect, test } from 'vitest'
import { LOCALE } from '#shared/domain/locale.ts'
import { refusals as english } from '#shared/texts/refusals/en-GB.ts'
import { refusals as invented } from '#shared/texts/testing/invented.ts'
import { createRefusalWords, refusalWords } from './refusal-words.ts'

/** Something for every name that the words of any code ask for. */
const PARAMS = {
  places: 2,
  condition: 'area North',
  record: 'The day',
  action: 'approved',
  faults: 'a; b',
  max: 7,
  measure: 'completesPerHour',
  period: 'DAY',
  n: 10_500,
  source: 'Shifts',
  what: 'lookups',
  activity: 'BREAK',
  project: 'Rail',
  call: '/api/import/quota-cells',
  code: 'HTS',
  value: 'bob',
  maxBytes: 1024,
  fields: ['Site', 'Shift'],
  taskID: 9,
  label: 'chat',
  metric: 'ping',
  question: 'How old are you?',
  ticketID: 12,
  name: 'Priya Nair',
  tool: 'VPN',
  state: 'APPROVED',
  fault: 'Wrong',
  pairs: 'one',
  key: 'quiet.from',
  agency: 'Bright Staffing',
  skill: 'Welsh',
  task: 'Contract',
  days: 366,
  min: 24,
  permissions: 'one',
  permission: 'one',
  event: 'MEETING',
  names: 'Holiday',
  field: 'owner',
  one: 'skill',
  category: 'Lunch',
  at: '9:00',
  time: '9:00',
  workers: 4,
  people: 5,
  rate: '12.21',
  date: '4 May 2026',
  area: 'Leeds',
  row: 3,
  rows: 2,
  open: 6,
  day: '4 May 2026',
  address: 'ann@mail.example',
  addresses: 'ann@mail.example, bob@mail.example',
  count: 12,
  from: 1,
  to: 12,
  hours: 6,
  minutes: 20,
  shift: '4 May, 09:00–17:00',
  values: 'READY, PAUSED',
}
const words = createRefusalWords(async () => ({ refusals: invented }))
const sent = (code: string) => ({ value: 'the server’s own', code, params: PARAMS })

const codes = Object.keys(english).filter((code) => code !== 'accessDenied')

test.each(codes)('%s is said in a second language, with what it is about', async (code) => {
  const said = await words(sent(code))
  expect(said).toMatch(new RegExp(`^zz ${code}( |$)`))
  expect(said).not.toMatch(/undefined|\[object/)
})

test('what the words need to know comes from the refusal', async () => {
  expect(await words(sent('ticket.changedMeanwhile'))).toBe('zz ticket.changedMeanwhile 12 Priya Nair')
})

test('what clients compare with, a newer server’s code and a refusal without one stay as they came', async () => {
  expect(await words({ value: 'access denied', code: 'accessDenied' })).toBe('access denied')
  expect(await words(sent('unheard.of'))).toBe('the server’s own')
  expect(await words({ value: 'plain' })).toBe('plain')
  expect(await words({})).toBeUndefined()
})

test('words that cannot be had are the server’s', async () => {
  const broken = createRefusalWords(() => Promise.reject(new Error('offline')))
  expect(await broken(sent('call.over'))).toBe('the server’s own')
})

test('the language of the server needs no table', async () => {
  expect(LOCALE).toBe('en-GB')
  expect(await refusalWords(sent('call.over'))).toBe('the server’s own')
})
