import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { submitMood } from '#shared/contract/well-being.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { MoodDialog } from './MoodDialog.tsx'

test('W009 W217 a mood from sad to happy is picked, commented and sent; a refusal keeps what was written', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  const close = vi.fn()
  renderWith(server.services, <MoodDialog opened onClose={close} />)
  const user = userEvent.setup()
  const moods = screen.getAllByRole('radio')
  expect(moods.map((one) => one.getAttribute('value'))).toEqual(['1', '2', '3', '4', '5'])
  expect(screen.getByRole('radio', { name: 'Sad' })).toBe(moods[0])
  expect(screen.getByRole('radio', { name: 'Happy' })).toBe(moods[4])
  const faces = moods.map((one) => one.closest('label')?.querySelector('svg')?.getAttribute('class'))
  expect(faces.map((name) => /icon-mood-(\w+)/.exec(name ?? '')?.[1])).toEqual([
    ...['sad', 'confused', 'empty', 'smile', 'happy'],
  ])
  const submit = screen.getByRole('button', { name: 'Submit' })
  expect(submit).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('radio', { name: 'Good' }))
  await user.type(screen.getByRole('textbox'), 'ok')
  server.answer(submitMood, () => {
    throw refused(503, 'Busy.')
  })
  await user.click(submit)
  expect(await screen.findByText('Busy.')).toBeDefined()
  server.answer(submitMood, () => ({ done: true }))
  await user.click(submit)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(server.made.at(-1)).toEqual({
    path: '/api/well-being/submit-mood',
    request: { moodValue: 4, comments: 'ok', userID: 7 },
  })
  expect(server.services.notices.store.getState()).toMatchObject([
    { kind: 'success', message: 'Thank you for telling us.' },
  ])
})

test.each([
  ['Sad', 1],
  ['Low', 2],
  ['All right', 3],
  ['Good', 4],
  ['Happy', 5],
])('W009 W217 %s is sent as %i, with or without words', async (name, moodValue) => {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  server.answer(submitMood, () => ({ done: true }))
  renderWith(server.services, <MoodDialog opened onClose={() => {}} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('radio', { name }))
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(server.made.map(({ request }) => request)).toContainEqual({ moodValue, comments: '', userID: 7 }),
  )
})
