import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { publishedFaq } from '#shared/contract/faq.ts'
import { searchTickets, supportSettings } from '#shared/contract/tickets.ts'
import { TICKET_TYPES } from '#shared/domain/ticket-guide.ts'
import type { ChatDirectory } from '../../features/chat/index.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { faqSource, messageSource, ticketSource } from './asked-sources.tsx'
import { helpSource } from './help-source.tsx'

const signal = new AbortController().signal

function directory() {
  const asked: string[] = []
  const opened: string[] = []
  const messages = ['A', 'B', 'C', 'D', 'E', 'F'].map((key) => ({
    key,
    text: `Quota ${key} is full`,
    where: 'Priya Nair · Supervisors',
    open: async () => opened.push(key) > 0 && key !== 'B',
  }))
  const found: Pick<ChatDirectory, 'findMessages'> = {
    findMessages: async (term) => {
      asked.push(term)
      return messages
    },
  }
  return { asked, opened, found: found as ChatDirectory }
}

test('messages are looked for from two letters on, once the typing rested for 300 ms, and five are offered', async () => {
  const timers = manualTimers()
  const { services } = fakeServices({ timers })
  const at = directory()
  const showChat = vi.fn<() => void>()
  const source = messageSource(services, at.found, showChat)
  expect(source.search(' q ', signal)).toEqual([])
  const found = Promise.resolve(source.search(' qu ', signal))
  timers.pass(299)
  expect(at.asked).toEqual([])
  timers.pass(1)
  expect(at.asked).toEqual(['qu'])
  const items = await found
  expect(items.map(({ title, hint }) => [title, hint])).toEqual(
    ['A', 'B', 'C', 'D', 'E'].map((key) => [`Quota ${key} is full`, 'Priya Nair · Supervisors']),
  )
  await act(async () => items[1]?.run())
  expect(showChat).not.toHaveBeenCalled()
  await act(async () => items[0]?.run())
  expect([at.opened, showChat.mock.calls.length]).toEqual([['B', 'A'], 1])
  expect(source.find('message:A')).toBeUndefined()
})

test('what is typed on before it was looked for is never looked for: one question for a word', async () => {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.answer(searchTickets, () => ({ tickets: [], total: 0 }))
  const source = ticketSource(server.services)
  expect(source.search('v', signal)).toEqual([])
  for (const text of ['vp', 'vpn']) {
    const typing = new AbortController()
    void source.search(text, typing.signal)
    timers.pass(200)
    typing.abort()
  }
  const last = source.search('vpn ', signal)
  timers.pass(300)
  await last
  expect(server.made.map(({ request }) => request)).toMatchObject([{ searchTerm: 'vpn' }])
  expect(timers.pending()).toBe(0)
})

test('a search that the server refuses fails with its reason', async () => {
  const timers = manualTimers()
  const source = ticketSource(fakeServices({ timers }).services)
  const failing = Promise.resolve(source.search('vpn', signal))
  timers.pass(300)
  await expect(failing).rejects.toThrow('The server cannot be reached')
})

test('help is found by its name, its questions and their answers, and leads to them; keys by what they do', async () => {
  const { services } = fakeServices()
  const source = helpSource(services)
  const find = async (text: string) => Promise.resolve(source.search(text, signal))
  expect(await find('')).toEqual([])
  expect((await find('headset')).map(({ title }) => title)).toContain('Headset and sound')
  expect((await find('hotspot')).map(({ title }) => title)).toEqual(['VPN and network'])
  expect((await find('aloud')).map(({ title, hint }) => [title, hint])).toEqual([
    ['Read the selected text aloud, or stop', 'Ctrl + M'],
  ])
  const [vpn] = await find('vpn')
  vpn?.run()
  expect(services.dialogs.store.getState()).toMatchObject([
    { name: 'raise-ticket', opened: true, params: { type: 'VPN and network' } },
  ])
  const [keys] = await find('shortcut')
  keys?.run()
  expect(services.dialogs.store.getState().at(-1)).toMatchObject({ name: 'hotkeys', opened: true })
  for (const type of TICKET_TYPES) expect(source.find(`help:${type}`)?.title).toBe(type)
})

test('5 §5.13 the company’s own types are found by name and question; a renamed or retired one is no more', async () => {
  const server = fakeServices()
  const source = helpSource(server.services)
  const find = async (text: string) => (await source.search(text, signal)).map(({ title }) => title)
  // While the server can't be reached, those of every company are there.
  expect(await find('headset')).toContain('Headset and sound')
  expect(source.find('help:Keys and badges')?.title).toBe('Keys and badges')
  server.answer(supportSettings, () => ({
    ...{ status: [], effort: [], priority: [] },
    ticketTypes: [
      {
        value: 'Keys and badges',
        label: 'Keys and badges',
        questions: [{ message: 'Which door?', options: ['Cellar'] }],
      },
    ],
  }))
  expect(await find('badges')).toEqual(['Keys and badges'])
  expect(await find('cellar')).toEqual(['Keys and badges'])
  expect(await find('headset')).toEqual([])
  expect(server.made.filter(({ path }) => path === supportSettings.path)).toHaveLength(2)
  source.find('help:Keys and badges')?.run()
  expect(server.services.dialogs.store.getState()).toMatchObject([
    { name: 'raise-ticket', params: { type: 'Keys and badges' } },
  ])
  expect(source.find('help:Dialler')).toBeUndefined()
})

test('answered questions are found by their words, read once, and open in the FAQ', async () => {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  let isDown = true
  server.answer(publishedFaq, () => {
    if (isDown) throw refused(503, 'Busy')
    return [
      ['The VPN will not connect', 'Press the shield'],
      ['My headset is silent', 'Plug it in'],
    ].map(([question = '', answer = ''], index) => ({
      ...{ id: index + 7, question, answer, category: 'Working from home' },
      updatedAt: '2026-11-01T09:00:00.000Z',
      helpful: null,
    }))
  })
  const source = faqSource(server.services)
  expect(source.search('v', signal)).toEqual([])
  const search = async (text: string) => {
    const found = Promise.resolve(source.search(text, signal))
    timers.pass(300)
    return (await found).map(({ title, hint }) => [title, hint])
  }
  await expect(search('vpn')).rejects.toThrow()
  isDown = false
  expect(await search('vpn')).toEqual([['The VPN will not connect', 'Working from home']])
  expect(await search('plug')).toEqual([['My headset is silent', 'Working from home']])
  expect(server.made).toHaveLength(2)
  source.find('faq:8')?.run()
  expect(server.services.dialogs.store.getState()).toMatchObject([{ name: 'faq', params: { id: 8 } }])
})
