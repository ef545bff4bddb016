import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FaqArticle, faqList } from '#shared/contract/faq.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { FaqDialog } from './index.ts'

const article = (id: number, category: string, question: string, answer = 'So.'): FaqArticle => ({
  id,
  category,
  question,
  answer,
  updatedAt: '2026-11-01T09:00:00.000Z',
})
const ARTICLES = [
  article(1, 'Home', 'Why is the VPN slow?', 'It is far away.\n\nAsk for another.'),
  article(2, 'Home', 'My headset is silent.', 'Plug it in before the dialler.'),
  article(3, 'Pay', 'Where are my hours?'),
]

function open(params?: { id: number }, articles: FaqArticle[] | string = ARTICLES) {
  const server = fakeServices()
  server.answer(faqList, () => {
    if (typeof articles === 'string') throw refused(400, articles)
    return articles
  })
  const onClose = vi.fn<() => void>()
  renderSignedIn(server.services, <FaqDialog opened onClose={onClose} params={params} />)
  return { ...server, onClose, user: userEvent.setup() }
}
const questions = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)

test('the questions stand by category, and are found by all their words, wherever those are', async () => {
  const { user } = open()
  const home = await screen.findByRole('region', { name: 'Home' })
  expect(within(home).getAllByRole('group')).toHaveLength(2)
  expect(questions()).toEqual(ARTICLES.map(({ question }) => question))
  const field = screen.getByRole('searchbox', { name: 'Search the questions' })
  expect(document.activeElement).toBe(field)
  await user.type(field, 'dialler HEADSET')
  expect(questions()).toEqual(['My headset is silent.'])
  await user.clear(field)
  await user.type(field, 'pay')
  expect(questions()).toEqual(['Where are my hours?'])
})

test('one that is asked for is open; the others wait', async () => {
  open({ id: 1 })
  await screen.findByText('Why is the VPN slow?')
  const isOpen = [...document.querySelectorAll('details')].map((one) => one.open)
  expect(isOpen).toEqual([true, false, false])
  expect(screen.getByText('It is far away.').tagName).toBe('P')
  expect(screen.getByText('Ask for another.').tagName).toBe('P')
})

test('a question that nobody answered leads to a ticket', async () => {
  const at = open()
  await at.user.type(await screen.findByRole('searchbox'), 'parking')
  await at.user.click(screen.getByRole('button', { name: 'Raise a ticket' }))
  expect(at.onClose).toHaveBeenCalledOnce()
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'raise-ticket', opened: true }])
})

test('none, and why none could be had', async () => {
  open(undefined, [])
  expect(await screen.findByText('No questions yet.')).toBeDefined()
  open(undefined, 'Out of order.')
  await waitFor(() =>
    expect(
      screen.getByText('The questions could not be loaded.').closest('[role="alert"]')?.textContent,
    ).toContain('Out of order.'),
  )
})
