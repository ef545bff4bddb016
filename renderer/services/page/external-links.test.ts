import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemTimers } from '../../ui/timers.ts'
import { createPrompts } from '../notices/prompts.ts'
import { watchExternalLinks } from './external-links.ts'

const AWAY = 'https://elsewhere.example/page'
const prompts = createPrompts(systemTimers)
const go = vi.fn()
/** What the clicks of the document come through. */
const page = new EventTarget() as Pick<Document, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'>
let end: () => void

const start = () => {
  const location = { origin: 'https://fieldwork.example', href: 'https://fieldwork.example/dashboard' }
  end = watchExternalLinks({ document: page, location }, prompts, go)
}
beforeEach(() => {
  go.mockReset()
  start()
})
afterEach(() => {
  end()
  prompts.reset()
  document.body.innerHTML = ''
})

/** Clicks the word in a link; whether the browser may follow it. No real click: the test's browser would go there. */
function click(href: string, attributes = '', init: MouseEventInit = {}): boolean {
  document.body.innerHTML = `<a href="${href}" ${attributes}><b>word</b></a>`
  const event = new MouseEvent('click', { cancelable: true, ...init })
  Object.defineProperty(event, 'target', { value: document.querySelector('b') })
  return page.dispatchEvent(event)
}
const asked = () => prompts.store.getState()

test('S099 S223 a link to another origin asks first; yes goes there, no stays', async () => {
  expect(click(AWAY)).toBe(false)
  expect(asked()).toMatchObject([
    {
      kind: 'yes-no',
      title: 'Leave the product?',
      text: 'You are about to open an external link. Do you wish to continue?',
    },
  ])
  prompts.answer(asked()[0]?.id ?? 0, false)
  await Promise.resolve()
  expect(go).not.toHaveBeenCalled()
  click(AWAY)
  prompts.answer(asked()[0]?.id ?? 0, true)
  await Promise.resolve()
  expect(go).toHaveBeenCalledExactlyOnceWith(AWAY)
})

test('S223 a link that names its own window is asked about, and so is one in a shadow tree', () => {
  expect(click(AWAY, 'target="_self"')).toBe(false)
  expect(asked()).toHaveLength(1)
  const away = Object.assign(document.createElement('a'), { href: AWAY })
  const event = new MouseEvent('click', { cancelable: true })
  // From outside the tree the click is on its host.
  Object.defineProperty(event, 'target', { value: document.createElement('div') })
  Object.defineProperty(event, 'composedPath', { value: () => [new EventTarget(), away, document] })
  expect(page.dispatchEvent(event)).toBe(false)
  const outside = new MouseEvent('click', { cancelable: true })
  Object.defineProperty(outside, 'target', { value: document.createElement('div') })
  expect(page.dispatchEvent(outside)).toBe(true)
})

test.each([
  ['its own origin', 'https://fieldwork.example/chat', '', {}],
  ['a path', '/chat', '', {}],
  ['a place on the page', '#content', '', {}],
  ['a new tab', AWAY, 'target="_blank"', {}],
  ['a download', AWAY, 'download', {}],
  ['Ctrl', AWAY, '', { ctrlKey: true }],
  ['Shift', AWAY, '', { shiftKey: true }],
  ['Alt', AWAY, '', { altKey: true }],
  ['Cmd', AWAY, '', { metaKey: true }],
  ['the middle button', AWAY, '', { button: 1 }],
  ['a telephone number', 'tel:999', '', {}],
  ['a mail address', 'mailto:a@mail.example', '', {}],
])('S223 %s is not asked about', (_, href, attributes, init) => {
  expect(click(href, attributes, init)).toBe(true)
  expect(asked()).toEqual([])
})

test('S099 S223 what somebody has dealt with is left alone, and so is all after the end', () => {
  const dealt = (event: Event) => event.preventDefault()
  end()
  page.addEventListener('click', dealt)
  start()
  click(AWAY)
  expect(asked()).toEqual([])
  page.removeEventListener('click', dealt)
  end()
  expect(click(AWAY)).toBe(true)
})
