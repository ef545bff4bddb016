import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FileThumb } from './FileThumb.tsx'

const file = (name: string, type: string) => new File(['x'], name, { type })
// Decoration: it has no name to be found by.
const picture = (within: HTMLElement) => within.querySelector('img')
const sign = (within: HTMLElement) => within.querySelector('svg')

test('an image is drawn; one that can’t be, and one that could run something, has a sign', () => {
  const { container, rerender } = render(<FileThumb file={file('floor.png', 'image/png')} />)
  expect(picture(container)?.getAttribute('src')).toMatch(/^blob:/)
  fireEvent.error(picture(container) as HTMLElement)
  expect([picture(container), sign(container) !== null]).toEqual([null, true])
  rerender(<FileThumb file={file('other.png', 'image/png')} />)
  expect(picture(container)).not.toBeNull()
  rerender(<FileThumb file={file('plan.svg', 'image/svg+xml')} />)
  expect([picture(container), sign(container) !== null]).toEqual([null, true])
})
