import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { finishTour } from '#shared/contract/help.ts'
import type { TourPlacement } from '#shared/domain/tours.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { cardPlace } from './place.ts'
import { Tour } from './Tour.tsx'

const placement = 'AUTO'
const steps = [
  { element: 'side-bar', title: 'Where things are', text: 'Every part of it.', placement },
  { element: 'gone', title: 'Not on this screen', text: 'It stands alone.', placement },
  { element: '', title: 'That is all', text: '', placement },
] as const

function open() {
  const onClose = vi.fn()
  const server = fakeServices()
  const { services } = server
  server.answer(finishTour, () => ({ done: true }))
  const view = renderWith(
    services,
    <>
      <nav data-tour="side-bar">Side bar</nav>
      <Tour opened onClose={onClose} params={{ steps, tourID: 7 }} />
    </>,
  )
  const key = (name: string) => fireEvent.keyDown(document.body, { key: name })
  const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent
  return { ...view, made: server.made, onClose, key, title }
}

test('A137 a tour goes from stop to stop by its buttons, back too, ends after the last, and that is noted', () => {
  const at = open()
  expect(screen.getByRole('dialog', { name: 'Where things are' }).textContent).toContain('1 of 3')
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByRole('dialog', { name: 'Not on this screen' }).textContent).toContain('2 of 3')
  expect(document.querySelector('[data-spot]')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(at.title()).toBe('Where things are')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(at.onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(at.onClose).toHaveBeenCalledOnce()
  expect(at.made).toEqual([{ path: finishTour.path, request: { tourID: 7 } }])
})

test('the arrows go through it, and Escape ends it wherever the focus is', () => {
  const at = open()
  at.key('ArrowRight')
  at.key('ArrowRight')
  expect(at.title()).toBe('That is all')
  at.key('ArrowLeft')
  expect(at.title()).toBe('Not on this screen')
  const focused = () =>
    document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')
  expect(focused()).toBe('Next')
  at.key('Tab')
  expect(focused()).toBe('End the tour')
  fireEvent.keyDown(document.body, { key: 'Tab', shiftKey: true })
  expect(focused()).toBe('Next')
  at.key('x')
  at.key('Escape')
  expect(at.onClose).toHaveBeenCalledOnce()
  expect(at.made).toEqual([])
})

test('the card stands below its stop, above it where there is no room, beside it, or in the middle', () => {
  const page = { width: 1000, height: 600 }
  const card = { width: 300, height: 150 }
  const box = (top: number, left: number, width = 100, height = 40) => ({ top, left, width, height })
  expect(cardPlace(box(100, 400), card, page)).toEqual({ top: 154, left: 300 })
  expect(cardPlace(box(540, 0), card, page)).toEqual({ top: 376, left: 12 })
  expect(cardPlace(box(0, 0, 200, 600), card, page)).toEqual({ top: 225, left: 214 })
  expect(cardPlace(box(0, 800, 200, 600), card, page)).toEqual({ top: 225, left: 486 })
  expect(cardPlace(null, card, page)).toEqual({ top: 225, left: 350 })
})

test('A137 the card stands where its stop wants it, and by itself where there is no room', () => {
  const page = { width: 1000, height: 600 }
  const card = { width: 300, height: 150 }
  const spot = { top: 280, left: 450, width: 100, height: 40 }
  const at = (side: TourPlacement) => cardPlace(spot, card, page, side)
  expect(at('TOP')).toEqual({ top: 116, left: 350 })
  expect(at('BOTTOM')).toEqual({ top: 334, left: 350 })
  expect(at('LEFT')).toEqual({ top: 225, left: 136 })
  expect(at('RIGHT')).toEqual({ top: 225, left: 564 })
  expect(cardPlace({ ...spot, left: 20 }, card, page, 'LEFT')).toEqual(
    cardPlace({ ...spot, left: 20 }, card, page),
  )
})
