import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { GreetingPanel } from './GreetingPanel.tsx'
import { createGlyphCheck, GREETINGS, pickGreetings } from './greetings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('S038 three different greetings show and change every 25 seconds', () => {
  let turn = 0
  const random = () => (turn++ < 3 ? 0 : 0.99)
  renderWith(fakeServices().services, <GreetingPanel random={random} />)
  const shown = () =>
    within(screen.getByRole('list', { name: 'Greetings' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  const first = shown()
  expect(first).toEqual(['Hello', 'Shwmae', 'Halò'])
  act(() => void vi.advanceTimersByTime(24_999))
  expect(shown()).toEqual(first)
  act(() => void vi.advanceTimersByTime(1))
  expect(shown()).toHaveLength(3)
  expect(shown()).not.toEqual(first)
})

test('S038 every greeting has a language, and right-to-left scripts their direction', () => {
  expect(new Set(GREETINGS.map(({ lang }) => lang)).size).toBe(GREETINGS.length)
  for (const { lang, dir } of GREETINGS) {
    expect(dir).toBe(['ar', 'ur', 'fa', 'he'].includes(lang) ? 'rtl' : 'ltr')
  }
})

test('S038 a pick never repeats a greeting', () => {
  for (const random of [() => 0, () => 0.5, () => 0.999999]) {
    expect(new Set(pickGreetings(random, () => true).map(({ text }) => text)).size).toBe(3)
  }
})

/** A machine whose fonts have Latin letters only, and draw a box for every other. */
function latinOnly(): Document {
  let last = ''
  const context = {
    clearRect() {},
    fillText: (letter: string) => {
      last = /\p{Script=Latin}/u.test(letter) ? letter : 'box'
    },
    getImageData: () => ({ data: [last] }),
  }
  return { createElement: () => ({ getContext: () => context }) } as never
}

test('S038 a greeting in a script that the machine can’t draw gives way to another', () => {
  const canDraw = createGlyphCheck(latinOnly())
  expect(GREETINGS.filter(({ text }) => !canDraw(text)).map(({ lang }) => lang)).toEqual(
    'bg uk el hi bn pa gu ta zh ja ko ar ur fa he'.split(' '),
  )
  const last = () => 0.999999
  expect(pickGreetings(last, () => true).map(({ lang }) => lang)).toEqual(['he', 'fa', 'ur'])
  expect(pickGreetings(last, canDraw).map(({ lang }) => lang)).toEqual(['vi', 'zu', 'yo'])
})

test('S038 the panel greets in what this machine can draw, at first and after each 25 seconds', () => {
  const canvas = latinOnly().createElement('canvas')
  const create = document.createElement.bind(document)
  const making = vi
    .spyOn(document, 'createElement')
    .mockImplementation((name: string) => (name === 'canvas' ? canvas : create(name)))
  renderWith(fakeServices().services, <GreetingPanel random={() => 0.999999} />)
  const languages = () => screen.getAllByRole('listitem').map(({ lang }) => lang)
  expect(languages()).toEqual(['vi', 'zu', 'yo'])
  act(() => void vi.advanceTimersByTime(25_000))
  expect(languages()).toEqual(['vi', 'zu', 'yo'])
  making.mockRestore()
})

test('S038 the season of the day decorates the panel, unseen by screen readers', async () => {
  const on = async (month: number, day: number) => {
    const now = () => new Date(2026, month - 1, day, 12).getTime()
    const { container, unmount } = renderWith(fakeServices({ now }).services, <GreetingPanel />)
    await act(() => import('./PanelGround.tsx'))
    const art = container.querySelector<SVGElement>('svg[data-season]')
    const found = art && [art.dataset.season, art.getAttribute('aria-hidden')]
    unmount()
    return found
  }
  expect(await on(12, 24)).toEqual(['CHRISTMAS', 'true'])
  expect(await on(4, 5)).toEqual(['EASTER', 'true'])
  expect(await on(11, 21)).toBeNull()
})
