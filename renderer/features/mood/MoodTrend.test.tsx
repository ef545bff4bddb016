import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type MoodEntry, myMoods } from '#shared/contract/well-being.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { MoodDialog } from './MoodDialog.tsx'

const NOW = Date.UTC(2026, 10, 21, 12)
const entry = (day: number, moodValue: number, more: Partial<MoodEntry> = {}): MoodEntry => ({
  moodValue,
  comments: '',
  isShared: false,
  at: new Date(Date.UTC(2026, 10, day, 9)).toISOString(),
  ...more,
})

async function open(moods: () => MoodEntry[]) {
  const server = fakeServices({ now: () => NOW })
  server.services.session.signIn(testToken(['CAN_USE_MOOD_CAPTURE']))
  server.answer(myMoods, moods)
  renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>
      <MoodDialog opened onClose={() => {}} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox'), 'half a thought')
  await user.click(screen.getByRole('tab', { name: 'My last weeks' }))
  return user
}

test('a person sees how they felt, newest first, and what they were writing waits', async () => {
  const user = await open(() => [
    entry(18, 2, { comments: 'Tired' }),
    entry(19, 4),
    entry(20, 5, { isShared: true }),
  ])
  const list = within(await screen.findByRole('list', { name: 'Your answers, newest first' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Happy Fri 20 Nov, 09:00Shared with your supervisor',
    'Good Thu 19 Nov, 09:00',
    'Low Wed 18 Nov, 09:00Tired',
  ])
  expect(screen.getByText('3.7 of 5 on average, from 3 answers')).toBeDefined()
  // From left to right, and higher the happier.
  const circles = [...screen.getByRole('img').querySelectorAll('circle')]
  const at = (name: string) => circles.map((circle) => Number(circle.getAttribute(name)))
  expect(at('cx')).toEqual(at('cx').toSorted((a, b) => a - b))
  expect(at('cy')).toEqual(at('cy').toSorted((a, b) => b - a))
  await user.click(screen.getByRole('tab', { name: 'How I feel' }))
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'half a thought')
})

test('nothing said, and nothing to be had, say so', async () => {
  await open(() => [])
  expect(await screen.findByText('You haven’t said anything in the last eight weeks.')).toBeDefined()
})
test('a failure says why', async () => {
  await open(() => {
    throw refused(500, 'Out of order.')
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Your moods could not be loaded.')
})
