import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openJobOrder } from '#shared/contract/public-pages.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { refused } from '../../testing/fake-services.ts'
import { JobOrderScreen } from './JobOrderScreen.tsx'
import { openLink, press, title } from './testing.tsx'

const ORDER = {
  reference: 'JO-1',
  title: 'Tracker',
  customer: 'Pennine Water',
  status: 'In field',
  type: 'Telephone',
  description: 'Interviews.',
  startsAt: '2026-11-12T09:00:00.000Z',
  dueAt: '2026-12-03T09:00:00.000Z',
  contactName: 'Sophie',
  contactEmail: 'sophie@mail.example',
  steps: [
    { name: 'Pilot', isDone: true },
    { name: 'Fieldwork', isDone: false },
  ],
}

test('S020 a job order shows what its customer has to know', async () => {
  openLink(<JobOrderScreen />, ({ answer }) => answer(openJobOrder, () => ORDER))
  await title('Tracker')
  for (const text of ['JO-1', 'In field', 'Pennine Water', '12 Nov 2026', '3 Dec 2026'])
    expect(screen.getByText(text)).toBeDefined()
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(steps).toEqual(['Pilot, done', 'Fieldwork, to do'])
  expect(screen.getByRole('link', { name: /sophie/ }).getAttribute('href')).toBe('mailto:sophie@mail.example')
})

test.each([
  [403, 'We don’t know this link'],
  [404, 'We don’t know this link'],
  [409, 'This link has been used'],
  [410, 'This link is too old'],
])('a link that is refused with %i is told apart from others', async (status, words) => {
  openLink(<JobOrderScreen />, ({ answer }) =>
    answer(openJobOrder, () => {
      throw refused(status, 'no')
    }),
  )
  await title(words)
  expect(screen.getByRole('alert').textContent).toMatch(/\w/)
  cleanup()
})

test('a token that no link has is not even asked about', async () => {
  const { made } = openLink(<JobOrderScreen />, () => {}, `/${'x'.repeat(201)}`)
  await title('We don’t know this link')
  expect(made).toEqual([])
})

test('without the server the same link can be tried again', async () => {
  const at = openLink(<JobOrderScreen />, ({ answer }) =>
    answer(openJobOrder, () => {
      throw new ApiError('unreachable', '')
    }),
  )
  await title('This didn’t work')
  expect(screen.getByRole('alert').textContent).toMatch(/cannot be reached/)
  at.answer(openJobOrder, () => ORDER)
  await at.user.click(press('Try again'))
  await title('Tracker')
})
