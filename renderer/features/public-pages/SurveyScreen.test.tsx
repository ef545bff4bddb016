import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSurvey, sendSurvey } from '#shared/contract/public-pages.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { refused } from '../../testing/fake-services.ts'
import { SurveyScreen } from './SurveyScreen.tsx'
import { openLink, press, title } from './testing.tsx'

const SURVEY = {
  title: 'How was it?',
  intro: 'Three questions.',
  questions: [
    { id: 'again', text: 'Again?', kind: 'SCALE', choices: [], isRequired: true },
    { id: 'length', text: 'Length?', kind: 'CHOICE', choices: ['Short', 'Long'], isRequired: true },
    { id: 'more', text: 'More?', kind: 'TEXT', choices: [], isRequired: false },
  ],
}
const open = () =>
  openLink(<SurveyScreen />, ({ answer }) => {
    answer(openSurvey, () => SURVEY)
    answer(sendSurvey, () => ({ done: true }))
  })
const sent = (made: { path: string; request: unknown }[]) =>
  made.filter(({ path }) => path === sendSurvey.path).map(({ request }) => request)

test('a survey is answered and sent, once what it needs is there', async () => {
  const { user, made } = open()
  await title('How was it?')
  expect(screen.getByText('0 of 3 answered')).toBeDefined()
  await user.click(press('Send my answers'))
  expect(screen.getByRole('alert').textContent).toBe('2 questions are still without an answer')
  expect(document.activeElement).toHaveProperty('name', 'again')
  await user.click(screen.getByRole('radio', { name: '9' }))
  await user.click(screen.getByRole('radio', { name: 'Long' }))
  expect(screen.getByText('2 of 3 answered')).toBeDefined()
  await user.click(press('Send my answers'))
  await title('Thank you for your answers')
  expect(sent(made)).toEqual([
    {
      token: 't1',
      answers: [
        { id: 'again', answer: '9' },
        { id: 'length', answer: 'Long' },
      ],
    },
  ])
})

test('what was filled in outlives a reload and a lost connection, and is sent under one key', async () => {
  const first = open()
  await title('How was it?')
  await first.user.click(screen.getByRole('radio', { name: '3' }))
  await first.user.click(screen.getByRole('radio', { name: 'Short' }))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Thanks' } })
  cleanup()
  const keys: unknown[] = []
  const again = openLink(<SurveyScreen />, ({ answer, services }) => {
    services.storage.set(
      'publicDraft',
      first.services.storage.get('publicDraft') ?? { token: '', values: {} },
    )
    answer(openSurvey, () => SURVEY)
    answer(sendSurvey, (_request, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      if (keys.length === 1) throw new ApiError('unreachable', '')
      return { done: true }
    })
  })
  await title('How was it?')
  expect(screen.getByText('3 of 3 answered')).toBeDefined()
  await again.user.click(press('Send my answers'))
  expect(screen.getByRole('alert').textContent).toMatch(/cannot be reached/)
  await again.user.click(press('Send my answers'))
  await title('Thank you for your answers')
  expect(new Set(keys).size).toBe(1)
  expect(again.services.storage.get('publicDraft')).toBeNull()
})

test('a survey that somebody else answered meanwhile says so', async () => {
  const at = open()
  at.answer(sendSurvey, () => {
    throw refused(409, 'no')
  })
  await title('How was it?')
  await at.user.click(screen.getByRole('radio', { name: '3' }))
  await at.user.click(screen.getByRole('radio', { name: 'Short' }))
  await at.user.click(press('Send my answers'))
  await title('This link has been used')
})
