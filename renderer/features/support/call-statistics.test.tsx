import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type CallStatistic, personCallStatistics } from '#shared/contract/support.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { CallStatistics } from './CallStatistics.tsx'

const CALL: CallStatistic = {
  ...{ id: 1, beganAt: '2026-05-04T12:00:00.000Z', endedAt: '2026-05-04T13:05:00.000Z' },
  ...{ way: 'RELAYED', lossIn: 2.5, lossOut: 0.1, jitterMs: 12, roundTripMs: 1250 },
  ...{ cpuLimited: 30, cause: 'JITTER', silentSeconds: 64 },
}

function open(answer: () => readonly CallStatistic[]) {
  const server = fakeServices({})
  const asked: unknown[] = []
  const say = (now: () => readonly CallStatistic[]) =>
    server.answer(personCallStatistics, ((request: unknown) => {
      asked.push(request)
      return now()
    }) as never)
  say(answer)
  renderSignedIn(server.services, <CallStatistics userID={7} />)
  return { say, asked, user: userEvent.setup() }
}

test('a person’s calls stand one a row, with the numbers that support asks about, and what was worst', async () => {
  const bare: Partial<CallStatistic> = { lossOut: null, jitterMs: null, roundTripMs: null, cause: 'NONE' }
  const { asked } = open(() => [
    CALL,
    { ...CALL, id: 2, way: 'NONE', silentSeconds: 0, ...bare },
    { ...CALL, id: 3, way: 'SERVER', silentSeconds: 0, ...bare },
    { ...CALL, id: 4, way: 'DIRECT', silentSeconds: 2, ...bare },
  ])
  const list = await screen.findByRole('list', { name: 'How the last calls went' })
  const heads = within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent)
  expect(asked).toEqual([{ userID: 7 }])
  expect(heads).toEqual([
    '4 May, 13:00 · 1 h 5 min · RelayedJitter',
    '4 May, 13:00 · 1 h 5 min · No way found',
    '4 May, 13:00 · 1 h 5 min · Media engineGood',
    '4 May, 13:00 · 1 h 5 min · Direct',
  ])
  const [first, second] = within(list)
    .getAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('div')].map(({ textContent }) => textContent))
  expect(first).toEqual([
    ...['Lost2.5 % in, 0.1 % out', 'Jitter12 ms', 'Round trip1,250 ms', 'Machine too slow30 %'],
    'Without sound1 min',
  ])
  expect(second).toEqual([
    'Lost2.5 % in',
    'Jitter–',
    'Round trip–',
    'Machine too slow30 %',
    'Without sound0 s',
  ])
})

test('it says while it loads, that there are none, and why they couldn’t be had, until they can', async () => {
  const { say, user } = open(() => {
    throw refused(400, 'The server is busy.')
  })
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('The calls could not be loaded.')
  expect(failure.textContent).toContain('The server is busy.')
  say(() => [])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No call of theirs has been measured yet.')).toBeTruthy()
})
