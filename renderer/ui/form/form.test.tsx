import { createEvent, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { DropField } from './DropField.tsx'

const file = (name: string) => new File(['x'], name, { type: 'application/pdf' })
const dropped = (...names: string[]) => ({ dataTransfer: { files: names.map(file) } })

function show(props: { isMultiple?: boolean; isDisabled?: boolean; chosen?: string } = {}) {
  const taken = vi.fn((files: readonly File[]) => files.map(({ name }) => name))
  const { services } = fakeServices()
  renderWith(
    services,
    <DropField choose="Choose a PDF" hint="or drop it here" dropNow="Drop it" onFiles={taken} {...props} />,
  )
  const place = screen.getByText('Choose a PDF').parentElement as HTMLElement
  return { place, names: () => taken.mock.results.map(({ value }) => value), user: userEvent.setup() }
}

/** The document of these tests knows no `relatedTarget` of a drag. */
function leave(place: HTMLElement, relatedTarget: Element): void {
  const event = createEvent.dragLeave(place)
  Object.defineProperty(event, 'relatedTarget', { value: relatedTarget })
  fireEvent(place, event)
}

test('a file is chosen or dropped, one of them unless more are asked for', async () => {
  const one = show()
  await one.user.upload(screen.getByLabelText('Choose a PDF'), file('a.pdf'))
  fireEvent.drop(one.place, dropped('b.pdf', 'c.pdf'))
  expect(one.names()).toEqual([['a.pdf'], ['b.pdf']])
})

test('several files come together, and nothing comes of an empty drop', () => {
  const more = show({ isMultiple: true })
  fireEvent.drop(more.place, dropped('b.pdf', 'c.pdf'))
  fireEvent.drop(more.place, dropped())
  expect(more.names()).toEqual([['b.pdf', 'c.pdf']])
})

test('the place says when a file is over it, also over what stands inside, until it is left', () => {
  const { place } = show()
  fireEvent.dragOver(place)
  expect([place.dataset.over, screen.queryByText('Drop it') !== null]).toEqual(['true', true])
  leave(place, screen.getByText('Drop it'))
  expect(place.dataset.over).toBe('true')
  leave(place, document.body)
  expect([place.dataset.over, screen.queryByText('or drop it here') !== null]).toEqual(['false', true])
})

test('while it is off, nothing is taken', () => {
  const { place, names } = show({ isDisabled: true })
  fireEvent.dragOver(place)
  fireEvent.drop(place, dropped('b.pdf'))
  expect([place.dataset.over, names()]).toEqual(['false', []])
  expect(screen.getByLabelText('Choose a PDF')).toHaveProperty('disabled', true)
})
