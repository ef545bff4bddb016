import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { figuresAge } from '#shared/contract/cati-report.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { FiguresNote } from './index.ts'

const NOW = Date.UTC(2026, 4, 4, 12)

function show(asOf: string | null) {
  const server = fakeServices({ now: () => NOW })
  server.services.session.signIn(testToken([]))
  server.answer(figuresAge, () => ({ asOf }))
  renderSignedIn(server.services, <FiguresNote />)
  return server
}

test.each([
  ['2026-05-04T11:35:00.000Z', 'Dialler figures as of 12:35'],
  ['2026-05-03T11:35:00.000Z', 'Dialler figures as of 3 May, 12:35'],
])('D065 while what brings calls fails, pages say as of when their figures are: %s', async (asOf, words) => {
  show(asOf)
  expect((await screen.findByText(/Dialler figures/)).textContent).toBe(words)
})

test('D065 while calls come in they say nothing', async () => {
  const server = show(null)
  await waitFor(() => expect(server.made.map(({ path }) => path)).toContain(figuresAge.path))
  expect(screen.queryByText(/Dialler figures/)).toBeNull()
})
