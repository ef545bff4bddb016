import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FaqArticle, missFaq, publishedFaq, rateFaq, toursForMe, viewFaq } from '#shared/contract/faq.ts'
import { fetchTour } from '#shared/contract/help.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { FaqDialog } from './index.ts'

const article = (id: number, category: string, question: string, answer = 'So.'): FaqArticle => ({
  id,
  category,
  question,
  answer,
  updatedAt: '2026-11-01T09:00:00.000Z',
  helpful: null,
})
const ARTICLES = [
  article(1, 'Home', 'Why is the VPN slow?', 'It is far away.\n\nAsk for another.'),
  article(2, 'Home', 'My headset is silent.', 'Plug it in before the dialler.'),
  article(3, 'Pay', 'Where are my hours?'),
]

function open(params?: { id: number }, articles: FaqArticle[] | string = ARTICLES) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.answer(toursForMe, () => [{ id: 4, name: 'First day' }])
  server.answer(viewFaq, () => ({ done: true }))
  server.answer(missFaq, () => ({ done: true }))
  server.answer(publishedFaq, () => {
    if (typeof articles === 'string') throw refused(400, articles)
    return articles
  })
  const onClose = vi.fn<() => void>()
  renderSignedIn(server.services, <FaqDialog opened onClose={onClose} params={params} />)
  const requests = (path: string) =>
    server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { ...server, timers, requests, onClose, user: userEvent.setup() }
}
const questions = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)

test('the questions stand by category, and are found by all their words, wherever those are', async () => {
  const { user } = open()
  const home = await screen.findByRole('region', { name: 'Home' })
  expect(home.querySelectorAll('details')).toHaveLength(2)
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

test('A137 what nobody finds is told once the typing rests, each search once; what is found isn’t', async () => {
  const { user, timers, requests } = open()
  const field = await screen.findByRole('searchbox')
  await user.type(field, 'headset')
  act(() => timers.pass(5000))
  await user.clear(field)
  await user.type(field, 'parking')
  act(() => timers.pass(1900))
  expect(requests(missFaq.path)).toEqual([])
  act(() => timers.pass(200))
  await user.click(screen.getByRole('button', { name: 'Raise a ticket' }))
  expect(requests(missFaq.path)).toEqual([{ searchTerm: 'parking' }])
})

test('A137 opening an answer counts once, and what one thinks of it is sent and kept', async () => {
  const at = open()
  let refuses = false
  at.answer(rateFaq, () => {
    if (refuses) throw refused(503, 'Busy')
    return { done: true }
  })
  const details = (await screen.findByText('Where are my hours?')).closest('details')
  if (!details) throw new Error('no question')
  for (const isOpen of [true, false, true]) {
    details.open = isOpen
    fireEvent(details, new Event('toggle'))
  }
  expect(at.requests(viewFaq.path)).toEqual([{ id: 3 }])
  const pressed = () =>
    within(details)
      .getAllByRole('button', { hidden: true })
      .map((button) => button.getAttribute('aria-pressed'))
  await at.user.click(within(details).getByRole('button', { name: 'Yes', hidden: true }))
  expect(at.requests(rateFaq.path)).toEqual([{ id: 3, helpful: true }])
  expect(pressed()).toEqual(['true', 'false'])
  refuses = true
  await at.user.click(within(details).getByRole('button', { name: 'No', hidden: true }))
  await waitFor(() => expect(pressed()).toEqual(['true', 'false']))
})

test('A137 a tour of the person’s starts from here', async () => {
  const at = open()
  at.answer(fetchTour, ({ tourID }) => ({
    payload: JSON.stringify({ steps: [{ title: `Tour ${tourID}`, placement: 'TOP' }] }),
  }))
  await at.user.click(await screen.findByRole('button', { name: 'First day' }))
  expect(at.onClose).toHaveBeenCalledOnce()
  const steps = [{ element: '', title: 'Tour 4', text: '', placement: 'TOP' }]
  await waitFor(() =>
    expect(at.services.dialogs.store.getState()).toMatchObject([
      { name: 'tour', params: { tourID: 4, steps } },
    ]),
  )
})
