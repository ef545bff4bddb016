import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { currentTask } from '#shared/contract/session.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { CurrentTask } from './CurrentTask.tsx'
import { dayGreeting } from './day-greeting.ts'

function open(task: string) {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  server.answer(currentTask, () => task)
  const { container } = renderWith(
    server.services,
    <QueryClientProvider client={new QueryClient()}>
      <CurrentTask />
    </QueryClientProvider>,
  )
  return { ...server, container }
}

test('S274 the dashboard names the current task', async () => {
  open('Callbacks for Thursday')
  expect(await screen.findByText('Current task: Callbacks for Thursday')).toBeDefined()
})

test('S274 without a current task nothing is said', async () => {
  const { made } = open('')
  await waitFor(() => expect(made).toHaveLength(1))
  expect(screen.queryByText(/Current task/)).toBeNull()
})

test.each([
  [0, 'Hello'],
  [3, 'Hello'],
  [4, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('at %i o’clock the dashboard says %s', (hour, greeting) => {
  expect(dayGreeting(hour)).toBe(greeting)
})
